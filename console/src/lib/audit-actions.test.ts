import { expect, test } from 'bun:test'
import { manageActions } from '@sluice/contract/user'
import { auditActions, auditObjects, findTextKey, isAuditObject } from './audit-actions.ts'

const server = new URL('../../../server/src/', import.meta.url).pathname
const files = [...new Bun.Glob('**/*.ts').scanSync(server)].filter((path) => !path.endsWith('.test.ts'))
const code = (await Promise.all(files.map((path) => Bun.file(server + path).text()))).join('\n')
const textsOf = (property: string) => [
  ...new Set([...code.matchAll(new RegExp(`\\b${property}: ['"\`]([^'"\`]+)`, 'g'))].map(([, text]) => text ?? '')),
]

/** A template covers all actions of one call. */
const placeholder = /\$\{action\}/

test('exactly the actions that the server writes have a text', () => {
  // Drawings and batches have actions too. Those of the trail start with the object's name and a dot, except the
  // set-up.
  const named = textsOf('action').filter((action) => action.includes('.') || action === 'setup')
  const written = named.flatMap((action) =>
    placeholder.test(action) ? manageActions.map((managed) => action.replace(placeholder, managed)) : [action],
  )
  expect([...new Set(written)].sort()).toEqual([...auditActions].sort())
})

test('every kind of object has a text', () => {
  expect(textsOf('objectType').sort()).toEqual([...auditObjects].sort())
})

test('an unknown action has no text', () => {
  expect(findTextKey('user.second_factors.clear')).toBe('user_second_factors_clear')
  expect(findTextKey('tea.brew')).toBeNull()
  expect(isAuditObject('tea')).toBe(false)
})
