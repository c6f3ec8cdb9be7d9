import { expect, test } from 'bun:test'
import type { ApiToken } from '@sluice/contract/api-token'
import { refuse } from '../../../../test/fake-api.ts'
import { sampleToken } from '../../../../test/sample-token.ts'
import { sampleUser } from '../../../../test/sample-user.ts'
import { siteStatus } from '../../../../test/site-status.ts'
import { fireEvent, screen, visit, waitFor } from '../../../../test/visit.tsx'
import { sessionUser } from '../../../lib/session.ts'
import { keepRegistration } from '../../../lib/sign-in.ts'
import { RegisterPage } from '../register/register-page.tsx'
import { ResetPage } from '../reset/reset-page.tsx'
import { LoginPage } from './login-page.tsx'

const grant = {
  access_token: 'a',
  token_type: 'Bearer' as const,
  access_expires_at: 1,
  session: {
    sid: 's',
    current: true,
    login_method: 'password',
    ip: '',
    user_agent: '',
    created_at: 1,
    last_active_at: 1,
    expires_at: 1,
  },
}
const { access_token: _, ...ada } = sampleUser
const signedIn = { ...ada, ...grant, user: sampleUser }
const tokens = (items: ApiToken[]) => ({
  'GET /api/token/': () => ({ data: { items, total: items.length, page: 1, page_size: 1 } }),
})

test.each([
  ['the form for it', [], '/token?open=new'],
  ['how to use it, where the operator gives one', [sampleToken], '/token?open=connect-7'],
])('a fresh registration is logged in and led to its first key: %s', async (_, items, address) => {
  const flows: string[] = []
  keepRegistration('fresh')
  const page = await visit(<LoginPage />, {
    role: 'guest',
    at: '/login?name=ada',
    answers: {
      ...tokens(items),
      'POST /api/user/login/registered': ({ body }) => {
        flows.push(body.flow)
        return { data: signedIn }
      },
    },
  })
  await waitFor(() => expect(page.address()).toBe(address))
  expect(flows).toEqual(['fresh'])
  expect(sessionUser()?.username).toBe('ada')
})

test('a registration that is too old leaves the form, with the name filled in', async () => {
  keepRegistration('old')
  await visit(<LoginPage />, {
    role: 'guest',
    at: '/login?name=ada',
    answers: { 'POST /api/user/login/registered': () => refuse('sign_in_state_invalid', {}) },
  })
  const name = await screen.findByLabelText<HTMLInputElement>('Username or email')
  expect(name.value).toBe('ada')
  expect(sessionUser()).toBeNull()
})

test('the registration is handed to the login page, where the operator allows it', async () => {
  const register = async (flow: string | undefined) => {
    const page = await visit(<RegisterPage />, {
      role: 'guest',
      at: '/register',
      answers: { 'POST /api/user/register': () => (flow === undefined ? {} : { flow }) },
    })
    await screen.findByLabelText('Username')
    for (const [label, value] of [
      ['Username', 'ada'],
      ['Password', 'secret-password'],
      ['Confirm password', 'secret-password'],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    await page.user.click(screen.getByRole('button', { name: 'Create account' }))
    await screen.findByText('Registration successful')
    expect(page.address()).toBe('/login?name=ada')
  }
  const { hasRegistration, takeRegistration } = await import('../../../lib/sign-in.ts')
  await register('fresh')
  expect(hasRegistration()).toBe(true)
  expect(takeRegistration()).toBe('fresh')
  expect(hasRegistration()).toBe(false)
})

test('people who cannot log in always read whom to ask', async () => {
  await visit(<LoginPage />, { role: 'guest', at: '/login' })
  await screen.findByText(/Ask the person who runs this site/)
})

test('people who cannot log in find the address of the operator', async () => {
  const data = { ...siteStatus, contact_email: 'help@example.com' }
  await visit(<LoginPage />, { role: 'guest', at: '/login', answers: { 'GET /api/status': () => ({ data }) } })
  const mail = await screen.findByRole('link', { name: 'Contact the administrator' })
  expect(mail.getAttribute('href')).toBe('mailto:help@example.com')
})

test.each([
  [0, 0, '/register', 'Sluice'],
  [250_000, 0, '/register', 'Sluice · $0.50 to try, no card needed'],
  [250_000, 50_000, '/register?aff=ada', 'Sluice · $0.60 to try, no card needed'],
])('the page to register says what is given: %p and %p at %s', async (own, invited, at, note) => {
  const data = { ...siteStatus, quota_for_new_user: own, quota_for_invitee: invited }
  await visit(<RegisterPage />, { role: 'guest', at, answers: { 'GET /api/status': () => ({ data }) } })
  await screen.findByText(note)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create an account')
})

test.each([
  [{ register_enabled: false }, 'This site does not take registrations: an administrator creates accounts.', false],
  [{ email_verification: true }, 'A new account needs an email address: a code is sent to it.', true],
  [
    { password_register_enabled: false, github_oauth: true },
    'A new account is created through one of the services above.',
    true,
  ],
])('a newcomer is told how accounts are made: %j', async (change, note, hasLink) => {
  await visit(<LoginPage />, {
    role: 'guest',
    at: '/login',
    answers: { 'GET /api/status': () => ({ data: { ...siteStatus, ...change } }) },
  })
  await screen.findByText(note)
  expect(screen.queryByRole('link', { name: 'Create an account' }) !== null).toBe(hasLink)
})

test.each([true, false])('a reset is offered only where mail can be sent: %p', async (mail_enabled) => {
  const data = { ...siteStatus, mail_enabled }
  await visit(<ResetPage />, { role: 'guest', at: '/reset', answers: { 'GET /api/status': () => ({ data }) } })
  await screen.findByText(mail_enabled ? /Send the link/ : /cannot send mail/)
  expect(screen.queryByLabelText('Email') !== null).toBe(mail_enabled)
})

test('a refused field is marked, described by its error and focused', async () => {
  const page = await visit(<RegisterPage />, { role: 'guest', at: '/register' })
  await page.user.click(await screen.findByRole('button', { name: 'Create account' }))
  const name = screen.getByLabelText('Username')
  expect(document.activeElement).toBe(name)
  expect(name.getAttribute('aria-invalid')).toBe('true')
  const error = document.getElementById(name.getAttribute('aria-describedby') ?? '')
  expect(error?.getAttribute('role')).toBe('alert')
})
