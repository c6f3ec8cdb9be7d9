import { expect, test } from 'bun:test'
import { destinationOf, isOpenTo, listOf, targetKinds } from './targets.ts'

const user = { id: 3, isAdmin: false, isRoot: false }
const admin = { id: 2, isAdmin: true, isRoot: false }
const root = { id: 1, isAdmin: true, isRoot: true }

test('visitors reach pages and prices, ordinary users their tokens too, administrators all', () => {
  const kindsOf = (viewer: typeof user | null) => targetKinds.filter((kind) => isOpenTo(kind, viewer))
  expect(kindsOf(null)).toEqual(['page', 'model'])
  expect(kindsOf(user)).toEqual(['page', 'token', 'model'])
  expect(kindsOf(admin)).toEqual([...targetKinds])
})

test('each kind is opened where it is worked on', () => {
  const at = (kind: (typeof targetKinds)[number], name: string) => destinationOf({ kind, name }, admin)
  expect(at('page', '/log')).toEqual({ to: '/log' })
  expect(at('token', '7')).toEqual({ to: '/token', search: { open: '7' } })
  expect(at('channel', '7')).toEqual({ to: '/channel/edit/7' })
  expect(at('model', 'a/b c')).toEqual({ to: '/pricing', search: { model: 'a/b c' } })
  expect(at('setting', 'oidc.client_id')).toEqual({ to: '/setting', hash: 'option-oidc.client_id' })
})

test('an administrator edits the own account by the calls for it', () => {
  const own = (viewer: typeof user) => destinationOf({ kind: 'user', name: String(viewer.id) }, viewer).to
  expect(own(admin)).toBe('/user/edit')
  expect(own(root)).toBe('/user/edit/1')
  expect(destinationOf({ kind: 'user', name: '9' }, admin).to).toBe('/user/edit/9')
})

test('all that match are on the page of their kind', () => {
  expect(listOf('user', 'ann')).toEqual({ to: '/user', search: { keyword: 'ann' } })
})
