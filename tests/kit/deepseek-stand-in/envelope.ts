/** Wraps an answer as the site's API wraps every one; refusals come with status 200. */
export function envelope(data: object, businessCode = 0, businessMessage = ''): object {
  return {
    code: 0,
    msg: '',
    data: { biz_code: businessCode, biz_msg: businessMessage, biz_data: data },
  };
}

export const INVALID_TOKEN = {
  code: 40_003,
  msg: 'Authorization Failed (invalid token)',
  data: null,
} as const;

export const INVALID_PROOF = { code: 40_301, msg: 'INVALID_POW_RESPONSE', data: null } as const;

export const UNKNOWN_SESSION = {
  code: 0,
  msg: '',
  data: { biz_code: 1, biz_msg: 'ILLEGAL_CHAT_SESSION_ID', biz_data: null },
} as const;
