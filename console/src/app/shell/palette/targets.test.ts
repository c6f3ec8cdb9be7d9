import { expect, test } from 'bun:test'
import { roles } from '@sluice/contract/roles'
import { destinationOf, isOpenTo, listOf, targetKinds, type Viewer } from './targets.ts'

const user = { id: 3, role: roles.user }
const admin = { id: 2, role: roles.admin }
const root = { id: 1, role: roles.root }

test('visitors reach pages and prices, ordinary users their tokens too, administrators all', () => {
  const kindsOf = (viewer: Viewer | null) => targetKinds.filter((kind) => isOpenTo(kind, viewer))
  expect(kindsOf(null)).toEqual(['page', 'model'])
  expect(kindsOf(user)).toEqual(['page', 'token', 'model'])
  expect(kindsOf(admin)).toEqual([...targetKinds])
})

test('each kind of target opens the page that shows or edits it', () => {
  const destination = (kind: (typeof targetKinds)[number], name: string) => destinationOf({ kind, name }, admin)
  expect(destination('page', '/log')).toEqual({ to: '/log' })
  expect(destination('token', '7')).toEqual({ to: '/token', search: { open: '7' } })
  expect(destination('channel', '7')).toEqual({ to: '/channel/edit/7' })
  expect(destination('model', 'a/b c')).toEqual({ to: '/pricing', search: { model: 'a/b c' } })
  expect(destination('setting', 'oidc.client_id')).toEqual({ to: '/setting', hash: 'option-oidc.client_id' })
})

test('accounts have pages; an administrator edits the own one on another page, a super administrator like any other', () => {
  const own = (viewer: Viewer) => destinationOf({ kind: 'user', name: String(viewer.id) }, viewer).to
  expect(own(admin)).toBe('/user/edit')
  expect(own(root)).toBe('/user/1')
  expect(destinationOf({ kind: 'user', name: '9' }, admin).to).toBe('/user/9')
})

test('all matches of a kind are listed on its page', () => {
  expect(listOf('user', 'ann')).toEqual({ to: '/user', search: { keyword: 'ann' } })
})
