import { expect, it } from 'vitest';

import { faceAsk, signIn } from '../../../../kit/face-client.ts';
import { runConductor, type RunningConductor } from '../../../../kit/running-conductor.ts';

const marked = (conductor: RunningConductor) =>
  conductor.rows('select scope, seen_event_id as seen from face_sessions order by scope');

it('a session keeps how far its trail was looked at, and never goes back', async () => {
  const conductor = await runConductor();
  const [{ cookie, sessionId }] = [await signIn(conductor), await signIn(conductor, 'watch')];
  const [{ newest } = { newest: 0 }] = conductor.rows<{ newest: number }>(
    'select max(event_id) as newest from events',
  );
  const mark = (id: number) =>
    faceAsk(conductor, 'PUT', '/v1/face/marks', { cookie, body: { seen_event_id: id } });
  expect((await mark(newest)).json).toEqual({ seen_event_id: newest });
  expect((await mark(1)).json).toEqual({ seen_event_id: newest });
  expect((await mark(newest + 1)).json).toMatchObject({
    code: 'invalid_request',
    field: 'body.seen_event_id',
  });
  expect(marked(conductor)).toEqual([
    { scope: 'full', seen: newest },
    { scope: 'watch', seen: 0 },
  ]);
  // Looking is nothing that the trail tells of: it would be one more thing to look at.
  expect(conductor.rows('select max(event_id) as newest from events')).toEqual([{ newest }]);
  const list = await faceAsk(conductor, 'GET', '/v1/face/sessions', { cookie });
  expect(list.json['items']).toContainEqual(
    expect.objectContaining({ session_id: sessionId, seen_event_id: newest }),
  );
});

it('the mark of another session is moved with everything allowed alone', async () => {
  const conductor = await runConductor();
  const { cookie, sessionId } = await signIn(conductor, 'watch');
  const other = await signIn(conductor);
  const body = { seen_event_id: 1, session_id: other.sessionId };
  const refused = await faceAsk(conductor, 'PUT', '/v1/face/marks', { cookie, body });
  expect(refused.json).toMatchObject({ code: 'scope_too_small' });
  const program = async (wish: object) =>
    (await conductor.admin('PUT', '/v1/face/marks', wish)).json();
  expect(await program({ seen_event_id: 1 })).toMatchObject({ field: 'body.session_id' });
  expect(await program({ seen_event_id: 1, session_id: 'none' })).toMatchObject({
    code: 'not_found',
  });
  expect(await program({ seen_event_id: 1, session_id: sessionId })).toEqual({ seen_event_id: 1 });
  expect(marked(conductor)).toEqual([
    { scope: 'full', seen: 0 },
    { scope: 'watch', seen: 1 },
  ]);
});
