import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseConductorFrame, parseExtensionFrame } from '../../../shared/protocol/index.ts';

describe('a frame that is none', () => {
  it.each([
    ['', 'A frame is one JSON object; this is not JSON.'],
    ['{"type":"ping"', 'A frame is one JSON object; this is not JSON.'],
    ['null', 'A frame is one JSON object.'],
    ['[{"type":"ping"}]', 'A frame is one JSON object.'],
    ['"ping"', 'A frame is one JSON object.'],
    ['7', 'A frame is one JSON object.'],
  ])('is refused as a whole: %s', (raw, message) => {
    const error = { code: 'malformed_frame', message, path: null, ref_id: null, seq: null };
    expect(parseExtensionFrame(raw)).toEqual({ ok: false, error });
    expect(parseConductorFrame(raw)).toEqual({ ok: false, error });
  });

  it('is refused, whatever it is, and never thrown at', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (raw) => {
        expect(parseExtensionFrame(raw).ok).toBe(false);
        expect(parseConductorFrame(raw).ok).toBe(false);
      }),
    );
  });
});

describe('data in a frame', () => {
  it('is refused where it is nested too deep for what goes into it', () => {
    const result = (depth: number) =>
      JSON.stringify({
        v: 1,
        id: 'f-1',
        seq: 3,
        type: 'tool.result',
        call_id: 'c',
        resource_id: 'r',
        attempt: 1,
        ok: true,
        attachments: [],
        error_code: null,
        error_message: null,
        begun: true,
        page: null,
        origins: [],
        result: { data: JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown },
      });
    expect(parseExtensionFrame(result(100)).ok).toBe(true);
    expect(parseExtensionFrame(result(1_000))).toMatchObject({
      ok: false,
      error: { path: 'result' },
    });
  });
});

describe('the type of a frame', () => {
  it.each([[undefined], [null], [5], [{}]])('is text, not %j', (type) => {
    expect(parseExtensionFrame(JSON.stringify({ v: 1, id: 'f-1', type }))).toMatchObject({
      ok: false,
      error: { code: 'malformed_frame', path: 'type', ref_id: 'f-1' },
    });
  });

  it.each(['delivery.enqueue', 'welcome', 'toString', '__proto__', '', 'PING'])(
    'is one that a browser may say, not %j',
    (type) => {
      expect(parseExtensionFrame(JSON.stringify({ v: 1, id: 'f-1', seq: 3, type }))).toEqual({
        ok: false,
        error: {
          code: 'unknown_type',
          message: `No frame of type ${JSON.stringify(type)} is taken here.`,
          path: 'type',
          ref_id: 'f-1',
          seq: 3,
        },
      });
    },
  );

  it('is quoted in part when it is long', () => {
    const raw = JSON.stringify({ type: 'x'.repeat(5_000) });
    expect(parseExtensionFrame(raw)).toMatchObject({
      error: { message: `No frame of type "${'x'.repeat(80)}" is taken here.` },
    });
  });
});

describe('a fault', () => {
  const faultOf = (frame: object): unknown => {
    const result = parseExtensionFrame(JSON.stringify({ v: 1, type: 'ack', ...frame }));
    return result.ok ? null : result.error;
  };

  it('names the frame it answers and its seq, so that its sender can move on', () => {
    expect(faultOf({ id: 'f-1', seq: -4 })).toMatchObject({ ref_id: 'f-1', seq: -4 });
  });

  it.each([[''], ['x'.repeat(257)], [5], [null]])('names no id that is none: %j', (id) => {
    expect(faultOf({ id, seq: 1 })).toMatchObject({ path: 'id', ref_id: null, seq: 1 });
  });

  it.each([['1'], [1.5], [1e300], [null]])('names no seq that is none: %j', (seq) => {
    expect(faultOf({ id: 'f-1', seq })).toMatchObject({ path: 'seq', ref_id: 'f-1', seq: null });
  });

  it('never repeats a token or a text of people', () => {
    const secret = 'hunter2-hunter2-hunter2';
    const hello = { v: 1, id: 'f-1', type: 'hello', last_seq: 0, extension_version: '1' };
    const browser = { name: 'Firefox', version: '153' };
    for (const frame of [
      { ...hello, token: { secret }, browser },
      { ...hello, token: secret.repeat(20), browser },
      { ...hello, token: secret, browser: secret },
      { ...hello, token: secret, browser, last_seq: secret },
    ]) {
      const result = parseExtensionFrame(JSON.stringify(frame));
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toContain('hunter2');
    }
  });

  it('is told in a few words however long the value is', () => {
    const mode = 'x'.repeat(100_000);
    const frame = { v: 1, id: 'f-1', seq: 1, type: 'conversation.set_mode', mode };
    const raw = JSON.stringify({ ...frame, platform: 'chatgpt', remote_conversation_id: 'c-1' });
    expect(parseExtensionFrame(raw)).toMatchObject({
      error: {
        path: 'mode',
        message: 'expected "auto" or "manual" or "paused", got a string of 100000 characters',
      },
    });
  });
});
