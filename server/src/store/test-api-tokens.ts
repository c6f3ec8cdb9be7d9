import type { NewApiToken } from './schema.ts'

/** An enabled, unlimited token for tests; `more` overrides its defaults. */
export const newTestToken = (more: Partial<NewApiToken> & { user_id: number }): NewApiToken => ({
  name: 't',
  key_hash: crypto.randomUUID(),
  key_box: '',
  status: 1,
  created_at: 1,
  accessed_at: 1,
  expires_at: null,
  unlimited_quota: 1,
  model_limits_enabled: 0,
  model_limits: '',
  allow_ips: '',
  group_name: '',
  ...more,
})
