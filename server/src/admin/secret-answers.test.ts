import { expect, test } from 'bun:test'
import type { RouteDeclaration } from '@sluice/contract/route'
import { type RouteKey, routeEntry, routes } from '@sluice/contract/routes'
import { keysOf } from '@sluice/contract/typed-keys'
import { z } from 'zod'

/** Names of fields that contain a secret, or stand in for one. */
const secretNames = /^(keys?|token|access_token|secret|password|codes|recovery_codes|uri)$/

/**
 * What a route with such a field answers.
 * `proof`: the secret, to a session whose owner was there lately. `asked`: the secret, with the password or a code in
 * the request itself. `made`: what the caller created, once.
 * `form2025`: whole keys of the own account only in the form that clients of 2025 read, else masked. `right`: codes to
 * those who may change them, else masked. `masked`: a part of the secret. `blank`: nothing, the field is for the form
 * of older clients. `name`: the field has the name of something.
 */
type Answer = 'proof' | 'asked' | 'made' | 'form2025' | 'right' | 'masked' | 'blank' | 'name'

const answers: Partial<Record<RouteKey, Answer>> = {
  'GET /api/user/token': 'proof',
  'POST /api/user/token': 'proof',
  'POST /api/token/:id/key': 'proof',
  'POST /api/token/batch/keys': 'proof',
  'POST /api/user/prove': 'asked',
  'POST /api/user/2fa/authenticator': 'asked',
  'POST /api/user/2fa/authenticator/confirm': 'asked',
  'POST /api/user/2fa/recovery_codes': 'asked',
  'POST /api/token/': 'made',
  'POST /api/token/batch': 'made',
  'GET /api/token/': 'form2025',
  'GET /api/token/search': 'form2025',
  'POST /api/token/search': 'form2025',
  'GET /api/token/:id': 'form2025',
  'PUT /api/token/': 'form2025',
  'GET /api/redemption/': 'right',
  'GET /api/redemption/search': 'right',
  'POST /api/redemption/search': 'right',
  'GET /api/redemption/:id': 'right',
  'PUT /api/redemption/': 'right',
  'GET /api/user/:id/tokens': 'masked',
  'POST /api/channel/multi_key/manage': 'masked',
  'GET /api/user/self': 'blank',
  'PUT /api/user/self': 'blank',
  'GET /api/user/': 'blank',
  'GET /api/user/search': 'blank',
  'GET /api/user/:id': 'blank',
  'POST /api/user/manage': 'blank',
  'POST /api/user/:id': 'blank',
  'GET /api/channel/': 'blank',
  'GET /api/channel/search': 'blank',
  'POST /api/channel/search': 'blank',
  'GET /api/channel/:id': 'blank',
  'POST /api/channel/': 'blank',
  'PUT /api/channel/': 'blank',
  'PUT /api/channel/:id': 'blank',
  'POST /api/channel/:id/undo': 'blank',
  'GET /api/option/': 'name',
  'GET /api/option/origins': 'name',
  'GET /api/authz/catalog': 'name',
  'GET /api/channel/dry_run': 'name',
}

/** Routes that act with a secret or remove one, or give rights to administrators, and ask for the proof too. */
const provenActs: readonly RouteKey[] = [
  'DELETE /api/user/self',
  'DELETE /api/token/:id',
  'POST /api/token/batch',
  'POST /api/channel/',
  'PUT /api/channel/',
  'PUT /api/channel/:id',
  'POST /api/channel/:id/undo',
  'POST /api/user/',
  'PUT /api/user/',
  'PUT /api/user/:id',
  'POST /api/authz/roles',
  'PUT /api/authz/roles/:id',
  'DELETE /api/authz/roles/:id',
]

function secretsIn(schema: z.ZodType): string[] {
  const names = new Set<string>()
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' })), (name, value) => {
    if (name === 'properties') for (const field of Object.keys(value ?? {})) names.add(field)
    return value
  })
  return [...names].filter((name) => secretNames.test(name))
}

function hasSecret(key: RouteKey): boolean {
  const { data, items, whole, beside }: RouteDeclaration = routes[key]
  return [data, items, whole, beside].some((schema) => schema !== undefined && secretsIn(schema).length > 0)
}

/** Answers a session: who signs in, renews or refreshes one. */
const signsIn = (key: RouteKey): boolean => ['public', 'session'].includes(routeEntry(key).access)

test('every route that answers a secret is known, with what it asks for', () => {
  const unknown = keysOf(routes).filter((key) => hasSecret(key) && !signsIn(key) && answers[key] === undefined)
  expect(unknown).toEqual([])
})

test('the proof of the owner is asked by the routes of the table, and by no other', () => {
  const proven = keysOf(routes).filter((key) => routeEntry(key).errors?.includes('owner_proof_required') === true)
  const expected = [...keysOf(answers).filter((key) => answers[key] === 'proof'), ...provenActs]
  expect(proven.toSorted()).toEqual([...new Set(expected)].toSorted())
})
