import { expect, test } from 'bun:test'
import { adminPermissions } from './admin-permissions.ts'
import { adminRights, hasRight, permissionsOf, withheldRightsOf, withhold } from './admin-rights.ts'
import { rightOf } from './rights-of-routes.ts'
import { roles } from './roles.ts'
import { type RouteKey, routeEntry, routes } from './routes.ts'

test('what is withheld is stored and read back', () => {
  const withheld = withhold(0, { channel: { write: false }, user: { balance: false } })
  expect(withheldRightsOf(withheld)).toEqual(['channel.write', 'channel.sensitive_write', 'user.balance'])
  expect(permissionsOf(withheld).channel).toEqual({ read: true, operate: true, write: false, sensitive_write: false })
  expect(withheldRightsOf(withhold(withheld, { channel: { write: true, sensitive_write: true } }))).toEqual([
    'user.balance',
  ])
  expect(withhold(withheld, permissionsOf(withheld))).toBe(withheld)
})

test('nothing in an area can be done without reading it', () => {
  const withheld = withhold(0, { billing: { read: false, write: true } })
  expect(withheldRightsOf(withheld)).toEqual(['billing.read', 'billing.write'])
})

test('every right alone is stored', () => {
  for (const right of adminRights) {
    const [area = '', action = ''] = right.split('.')
    const permissions = adminPermissions.parse({ [area]: { [action]: false } })
    expect(withheldRightsOf(withhold(0, permissions))).toContain(right)
  }
})

test('ordinary accounts have no right, super administrators each', () => {
  expect(hasRight({ role: roles.user, withheldRights: 0 }, 'log.read')).toBe(false)
  expect(hasRight({ role: roles.admin, withheldRights: 0 }, 'log.read')).toBe(true)
  expect(hasRight({ role: roles.admin, withheldRights: withhold(0, { log: { read: false } }) }, 'log.read')).toBe(false)
  expect(hasRight({ role: roles.root, withheldRights: ~0 }, 'log.read')).toBe(true)
})

test('writes of administrators need a right', () => {
  for (const key of Object.keys(routes) as RouteKey[]) {
    const { access, effect } = routeEntry(key)
    const isWrite = !key.startsWith('GET ') || effect === true
    if (access === 'admin' && isWrite) expect({ key, right: rightOf(key) }).not.toEqual({ key, right: null })
    if (access !== 'admin') expect(rightOf(key)).toBeNull()
  }
})
