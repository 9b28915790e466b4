import type { PageMessage } from '../../messages/page-messages.ts';
import type { SendTemplate } from '../storage/tables.ts';

/** Kept per conversation; the shape of a first send, which has no conversation yet, per platform. */
export function templateKey(platform: string, remoteConversationId: string | null): string {
  return `${platform}/${remoteConversationId ?? ''}`;
}

/** The template after the page sent by itself. The site's answer says whether the shape still holds. */
export function templateAfterCapture(
  captured: Extract<PageMessage, { kind: 'page.captured' }>,
  now: number,
): SendTemplate {
  const { platform, remote_conversation_id: id, template } = captured;
  return {
    template_key: templateKey(platform, id),
    platform,
    remote_conversation_id: id,
    method: template.method,
    request_path: template.request_path,
    header_names: [...template.header_names],
    body_shape: template.body_shape,
    captured_at: now,
    credential_fingerprint: captured.credential_fingerprint,
    template_status: statusAfter(captured.answered),
  };
}

function statusAfter(answered: number | null): SendTemplate['template_status'] {
  if (answered === null) return 'stale';
  if (answered >= 200 && answered < 300) return 'ready';
  return answered === 400 || answered === 404 || answered === 422 ? 'invalid' : 'stale';
}
