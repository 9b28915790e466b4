import type { MarkedToken, Token, Tokens } from 'marked';
import type { ComponentChild, VNode } from 'preact';

import { steeringShown } from '../../../shared/lib/visible-text.ts';
import { word } from '../../words/word.ts';
import { highlighted } from './highlight.tsx';
import { readMarkdown } from './read-markdown.ts';
import { addressFrom } from './safe-address.ts';

/** One block of a text, and where in the text it stands. */
export interface ProseBlock {
  readonly start: number;
  readonly end: number;
  readonly isCode: boolean;
  readonly node: VNode | null;
}

/** A press on a link, before the browser follows it. */
export type OnLeave = (event: MouseEvent, address: URL) => void;

/** Nested deeper than this, the rest stands as it was written. */
const DEEPEST = 16;

/**
 * Text of a model or a page as elements of an allow-list: never its HTML, never its pictures, links as
 * `addressFrom` lets them be. What cannot be read as Markdown stands as it was written.
 */
export function proseBlocks(text: string, onLeave: OnLeave): readonly ProseBlock[] {
  let tokens: readonly Token[];
  try {
    tokens = readMarkdown(text);
  } catch {
    tokens = [{ type: 'text', raw: text, text }];
  }
  const draw = drawing(onLeave);
  let at = 0;
  return tokens.map((token, index) => {
    const start = at;
    at += token.raw.length;
    const isCode = token.type === 'code';
    const drawn = draw(token, 0);
    return { start, end: at, isCode, node: drawn === null ? null : <div key={index}>{drawn}</div> };
  });
}

function drawing(onLeave: OnLeave): (token: Token, depth: number) => ComponentChild {
  function all(tokens: readonly Token[] | undefined, depth: number): ComponentChild[] {
    return (tokens ?? []).map((token) => draw(token, depth + 1));
  }

  function draw(unread: Token, depth: number): ComponentChild {
    const token = unread as MarkedToken;
    if (depth > DEEPEST) return seen(token.raw);
    switch (token.type) {
      case 'space':
        return null;
      case 'hr':
        return <hr />;
      case 'br':
        return <br />;
      case 'heading': {
        // The page has headings of its own above these.
        const Level = (['h3', 'h4', 'h5', 'h6'] as const)[Math.min(token.depth, 4) - 1] ?? 'h6';
        return <Level>{all(token.tokens, depth)}</Level>;
      }
      case 'paragraph':
        return <p dir="auto">{all(token.tokens, depth)}</p>;
      case 'blockquote':
        return <blockquote>{all(token.tokens, depth)}</blockquote>;
      case 'code':
        return (
          <pre tabIndex={0}>
            <code>{highlighted(token.text, token.lang ?? '')}</code>
          </pre>
        );
      case 'codespan':
        return <code>{seen(token.text)}</code>;
      case 'strong':
        return <strong>{all(token.tokens, depth)}</strong>;
      case 'em':
        return <em>{all(token.tokens, depth)}</em>;
      case 'del':
        return <del>{all(token.tokens, depth)}</del>;
      case 'list':
        return list(token, depth);
      case 'checkbox':
        return token.checked ? '☑ ' : '☐ ';
      case 'table':
        return table(token, depth);
      case 'link':
        return link(token, depth);
      case 'image':
        return picture(token);
      case 'escape':
        return seen(token.text);
      case 'text':
        return token.tokens === undefined ? seen(token.text) : all(token.tokens, depth);
      default:
        // HTML, definitions, and whatever else there may be: as it was written.
        return seen(token.raw);
    }
  }

  function list({ ordered, start, items }: Tokens.List, depth: number): VNode {
    const rows = items.map((item, index) => <li key={index}>{all(item.tokens, depth)}</li>);
    if (!ordered) return <ul>{rows}</ul>;
    return <ol start={start === '' ? 1 : start}>{rows}</ol>;
  }

  function table({ header, rows }: Tokens.Table, depth: number): VNode {
    const cells = (Cell: 'th' | 'td', row: readonly Tokens.TableCell[]): VNode => (
      <tr>
        {row.map(({ tokens }, index) => (
          <Cell key={index}>{all(tokens, depth)}</Cell>
        ))}
      </tr>
    );
    return (
      <table>
        <thead>{cells('th', header)}</thead>
        <tbody>{rows.map((row) => cells('td', row))}</tbody>
      </table>
    );
  }

  function link({ href, text, tokens, raw }: Tokens.Link, depth: number): ComponentChild {
    const address = addressFrom(href);
    if (address === null) return seen(raw);
    const host = address.host === '' ? address.pathname : address.host;
    return (
      <>
        <a
          href={address.href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={(event) => onLeave(event, address)}
        >
          {all(tokens, depth)}
        </a>
        {text !== address.href && <span class="host"> ({seen(host)})</span>}
      </>
    );
  }

  return draw;
}

/** A picture is a request to whoever wrote the text: it is named, and not fetched. */
function picture({ href, text }: Tokens.Image): VNode {
  const address = addressFrom(href);
  return (
    <span class="picture">
      {word('picture_of', seen(text) || '—', address === null ? '—' : seen(address.host))}
    </span>
  );
}

function seen(text: string): string {
  return steeringShown(text); // guard: prose-steering
}
