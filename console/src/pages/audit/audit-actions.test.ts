import { expect, test } from 'bun:test'
import { manageActions } from '@sluice/contract/user'
import { auditActions, auditObjects, isAuditObject, wordKeyOf } from './audit-actions.ts'

const server = new URL('../../../../server/src/', import.meta.url).pathname
const files = [...new Bun.Glob('**/*.ts').scanSync(server)].filter((path) => !path.endsWith('.test.ts'))
const code = (await Promise.all(files.map((path) => Bun.file(server + path).text()))).join('\n')
const textsOf = (property: string) => [
  ...new Set(
    [...code.matchAll(new RegExp(`\\b${property}: ['"\`]([^'"\`]+)`, 'g'))].map(([, text]) => text ?? ''),
  ),
]

/** The actions of one call are written as a template. */
const placeholder = /\$\{action\}/

test('there are words for every action the server writes, and for no other', () => {
  // Drawings and batches have actions too. Those of the trail begin with the object's name and a dot, except for the set-up.
  const named = textsOf('action').filter((action) => action.includes('.') || action === 'setup')
  const written = named.flatMap((action) =>
    placeholder.test(action)
      ? manageActions.map((managed) => action.replace(placeholder, managed))
      : [action],
  )
  expect([...new Set(written)].sort()).toEqual([...auditActions].sort())
})

test('there are words for every kind of object', () => {
  expect(textsOf('objectType').sort()).toEqual([...auditObjects].sort())
})

test('what is not known has no words', () => {
  expect(wordKeyOf('user.second_factors.clear')).toBe('user_second_factors_clear')
  expect(wordKeyOf('tea.brew')).toBeNull()
  expect(isAuditObject('tea')).toBe(false)
})
