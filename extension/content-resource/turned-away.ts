import type { Spot } from './spot.ts';

const turned = new WeakMap<Spot, boolean>();

/** Turned so that a person looks at its back, which is not drawn. */
export function isTurnedAway(spot: Spot): boolean {
  const known = turned.get(spot);
  if (known !== undefined) return known;
  const { parent, style } = spot;
  const isBack = style.backfaceVisibility === 'hidden' && facing(spot) < 0;
  const isTurned = isBack || (parent !== null && isTurnedAway(parent));
  turned.set(spot, isTurned);
  return isTurned;
}

function facing(from: Spot): number {
  let matrix = turnOf(from.style);
  for (let spot = from.parent; spot?.style.transformStyle === 'preserve-3d'; spot = spot.parent)
    matrix = turnOf(spot.style).multiply(matrix);
  return matrix.m33;
}

function turnOf({ transform, rotate }: CSSStyleDeclaration): DOMMatrix {
  const matrix = new DOMMatrix(transform === 'none' ? '' : transform);
  const [axis = '', angle] = rotate.split(' ');
  if (angle === undefined || !/^[xy]$/.test(axis)) return matrix;
  return new DOMMatrix(`rotate${axis.toUpperCase()}(${angle})`).multiply(matrix);
}
