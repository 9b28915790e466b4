import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { HeldResource } from '../storage/tables.ts';
import { type CallEnd, failed } from '../../page-work/call-end.ts';
import { notGranted, originNow } from './origin-now.ts';
import type { ResourceContext } from './resource-context.ts';

type Call = FrameOf<'tool.call'>;

/** Base64 of one attachment, as the frame takes it. */
const MAX_LENGTH = 6_000_000;

/** Takes a picture of the tab as the person sees it. The page must be the chat's before and after: tabs may switch. */
export async function takePicture(
  context: ResourceContext,
  held: HeldResource,
  { args, expect }: Call,
): Promise<CallEnd> {
  const { tabs } = context;
  const {
    format = 'png',
    full,
    within,
  } = args as {
    format?: 'png' | 'jpeg';
    full?: boolean;
    within?: string;
  };
  const { tab_id: tabId } = held;
  const state = tabId === null ? null : await tabs.state(tabId);
  if (tabId === null || state === null) return failed('resource_closed', 'Its tab was closed.');
  const origin = originNow(context, held, state.url, 'read');
  if (origin === null || state.url === null) return notGranted(context, state.url, 'read');
  const page = { url: state.url, title: state.title ?? '', doc: null };
  if (expect?.origin && expect.origin !== origin)
    return failed('page_changed', `The page is of ${origin} now.`, page);
  if (within !== undefined || full === true)
    return failed('unsupported_verb', 'A picture is of what is in view here.', page);
  const picture = await tabs.picture(tabId, format);
  if (picture === null) return failed('picture_unavailable', UNAVAILABLE, page);
  const after = await tabs.state(tabId);
  // guard: picture-of-page
  if (originNow(context, held, after?.url ?? null, 'read') !== origin)
    return failed('page_changed', 'The page went elsewhere meanwhile.');
  const data_base64 = picture.slice(picture.indexOf(',') + 1);
  if (data_base64.length > MAX_LENGTH)
    return failed('picture_unavailable', 'The picture is too large. Ask for format jpeg.', page);
  const mime = `image/${format}`;
  return {
    ok: true,
    result: { mime, url: page.url },
    attachments: [{ name: `screenshot.${format}`, mime, data_base64 }],
    page,
    origins: [origin],
  };
}

const UNAVAILABLE =
  'The browser allows no picture of this tab: a person can lend it to the chat and keep it in front. A snapshot works, and so ' +
  'does a page in a browser of the worker (ensure with in: "cdp").';
