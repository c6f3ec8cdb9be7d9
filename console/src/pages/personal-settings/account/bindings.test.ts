import { expect, test } from 'bun:test'
import type { SystemStatus } from '@sluice/contract/status'
import type { User } from '@sluice/contract/user'
import { bindingsOf, bindLabelOf } from './bindings.ts'

// Only the fields that the bindings are read from.
const user = { github_id: '583231', oidc_id: '', wechat_id: '', telegram_id: '42', linux_do_id: null } as User
const status = { github_oauth: true, oidc_enabled: true, telegram_oauth: false } as SystemStatus

test('a button binds if the provider is on and nothing is bound', () => {
  const labels = bindingsOf(user, status).map((binding) => [binding.provider, bindLabelOf(binding)])
  expect(Object.fromEntries(labels)).toEqual({
    github: 'bound',
    oidc: 'bind',
    linuxdo: 'notEnabled',
    wechat: 'notEnabled',
    telegram: 'notEnabled',
  })
})

test('a binding is shown even if its provider was switched off', () => {
  const bound = bindingsOf(user, status).filter(({ boundTo }) => boundTo !== '')
  expect(bound.map(({ provider }) => provider)).toEqual(['github', 'telegram'])
})
