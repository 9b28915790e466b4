import { expect, test } from 'vitest';

import { openFace } from '../../../../extension/background/runtime/open-face.ts';

function world(told: string | null) {
  const asked: unknown[] = [];
  const opened: string[] = [];
  const parts: Parameters<typeof openFace>[0] = {
    link: {
      async ask(question) {
        asked.push(question);
        return told;
      },
    },
    tabs: { openInFront: async (url) => void opened.push(url) },
  };
  return { asked, opened, parts };
}

test('the web UI opens in front by the link that the conductor makes', async () => {
  const url = 'http://k3f4x2abq7.baton.localhost:7717/enter#code=x';
  const { asked, opened, parts } = world(url);
  expect(await openFace(parts)).toEqual({ ok: true });
  expect(asked).toEqual([{ type: 'face_ask', path: null }]);
  expect(opened).toEqual([url]);
});

test('nothing opens where the conductor knows no web UI, or names another address', async () => {
  const others = [
    'https://elsewhere.example/enter#code=x',
    'http://k3f4x2abq7.baton.localhost:1.evil/enter#',
    // What another program left there while no conductor ran may still be there.
    'http://baton.localhost:7717/enter#code=x',
  ];
  for (const told of [null, 'javascript:alert(1)', ...others]) {
    const { opened, parts } = world(told);
    expect(await openFace(parts)).toMatchObject({ ok: false, code: 'conductor_unreachable' });
    expect(opened).toEqual([]);
  }
});
