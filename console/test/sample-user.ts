import type { User } from '@sluice/contract/user'

/** The account of an ordinary user, as the management API sends it. */
export const sampleUser: User = {
  ...{ id: 1, username: 'ada', display_name: 'Ada Lovelace', password: '', role: 1, status: 1 },
  ...{ email: '', github_id: null, oidc_id: null, wechat_id: null, telegram_id: null, linux_do_id: null },
  ...{ verification_code: '', access_token: null, quota: 0, used_quota: 0, request_count: 0 },
  ...{ group: 'default', aff_code: 'ada1', aff_count: 0, aff_quota: 0, aff_history_quota: 0, inviter_id: 0 },
  ...{ limits: {}, DeletedAt: null, setting: '{}', bound: [], has_password: true, language: 'en' },
}
