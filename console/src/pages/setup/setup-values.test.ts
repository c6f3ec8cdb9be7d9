import { expect, test } from 'bun:test'
import { setupRequest } from '@sluice/contract/setup'
import { buildSetupRequest, nameProblem, passwordProblem } from './setup-values.ts'

test.each([
  ['', 'usernameRequired'],
  ['   ', 'usernameRequired'],
  ['root', null],
  [' root ', null],
  ['a'.repeat(12), null],
  ['a'.repeat(13), 'usernameTooLong'],
  ['ro\u200bot', 'usernameInvalid'],
] as const)('the name %p: %p', (name, problem) => {
  expect(nameProblem(name)).toBe(problem)
})

test.each([
  ['1234567', 'passwordTooShort'],
  ['12345678', null],
  ['x'.repeat(128), null],
  ['x'.repeat(129), 'passwordTooLong'],
] as const)('the password %p: %p', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})

test.each([
  ['external', false, false],
  ['self', true, false],
  ['demo', false, true],
] as const)('the mode %p is sent as self %p, demo %p', (mode, isSelf, isDemo) => {
  const request = buildSetupRequest({
    mode,
    username: ' root ',
    password: 'x',
    confirmPassword: 'x',
    site: ' Acme ',
  })
  expect(setupRequest.safeParse(request).success).toBe(true)
  expect(request).toMatchObject({
    username: 'root',
    SystemName: 'Acme',
    SelfUseModeEnabled: isSelf,
    DemoSiteEnabled: isDemo,
  })
})

test('without the account fields only the mode is sent', () => {
  expect(JSON.parse(JSON.stringify(buildSetupRequest({ mode: 'external' })))).toEqual({
    RegisterEnabled: false,
    SelfUseModeEnabled: false,
    DemoSiteEnabled: false,
  })
})

test.each([
  ['external', true, true],
  ['external', false, false],
  ['self', true, false],
  ['demo', true, false],
] as const)('in the mode %p with the choice %p registration is open: %p', (mode, isOpen, expected) => {
  expect(buildSetupRequest({ mode, isOpen }).RegisterEnabled).toBe(expected)
})
