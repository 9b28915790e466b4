/** Light squares around it, as readers need them. */
export const MARGIN = 4;

export interface Drawn {
  /** Squares on a side. */
  readonly size: number;
  /** Data of an SVG path: one square for each dark module. */
  readonly path: string;
}

/** The code is loaded when the first one is drawn. */
export async function drawQr(text: string): Promise<Drawn> {
  const { default: qrcode } = await import('qrcode-generator');
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (code.isDark(row, column)) path += `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`;
    }
  }
  return { size, path };
}
