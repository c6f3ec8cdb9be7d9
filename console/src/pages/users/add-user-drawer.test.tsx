import { expect, test } from 'bun:test'
import { fireEvent, screen, visit } from '../../../test/visit.tsx'
import { AddUserDrawer } from './add-user-drawer.tsx'

test('an account is created with a generated password, which is shown once', async () => {
  const { user, api } = await visit(<AddUserDrawer open onClose={() => {}} />, {
    at: '/user/add',
    answers: {
      'GET /api/group/': () => ({ data: ['default', 'vip'] }),
      'POST /api/user/': () => ({ data: { id: 9, username: 'grace' } }),
    },
  })
  fireEvent.change(await screen.findByLabelText(/Username/), { target: { value: 'grace' } })
  await user.click(screen.getByRole('button', { name: 'Generate one' }))
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('“grace” is created')
  const call = api.takeCalls().find(({ key }) => key === 'POST /api/user/')
  const { password = '' } = (call?.body ?? {}) as { password?: string }
  expect(password).toMatch(/^[a-zA-Z2-9]{16}$/)
  expect(call?.body).toEqual({ username: 'grace', password })
  await screen.findByText(password)
})

test('a role, groups, a balance and an address are sent where they are chosen', async () => {
  const { user, api } = await visit(<AddUserDrawer open onClose={() => {}} />, {
    role: 'root',
    at: '/user/add',
    answers: {
      'GET /api/authz/roles': () => ({ data: [] }),
      'GET /api/group/': () => ({ data: ['default', 'vip'] }),
      'POST /api/user/': () => ({ data: { id: 9, username: 'grace' } }),
    },
  })
  fireEvent.change(await screen.findByLabelText(/Username/), { target: { value: 'grace' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: 'a long password' } })
  fireEvent.change(screen.getByLabelText(/Email/), { target: { value: 'grace@example.org' } })
  fireEvent.mouseDown(screen.getByLabelText(/Role/))
  fireEvent.click(await screen.findByText('Administrator'))
  fireEvent.mouseDown(screen.getByLabelText(/Groups/))
  fireEvent.click((await screen.findAllByText('vip')).at(-1)!)
  const balance = screen.getByLabelText(/Starting balance/)
  fireEvent.change(balance, { target: { value: '2' } })
  fireEvent.blur(balance)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('User account created')
  expect(api.takeCalls().find(({ key }) => key === 'POST /api/user/')?.body).toEqual({
    username: 'grace',
    password: 'a long password',
    role: 10,
    group: 'vip',
    email: 'grace@example.org',
    quota: 1_000_000,
  })
})

test('an invited account has no password, and the link is shown once', async () => {
  const path = '/user/reset?invited=9&name=grace&token=secret'
  const { user, api } = await visit(<AddUserDrawer open onClose={() => {}} />, {
    at: '/user/add',
    answers: {
      'GET /api/group/': () => ({ data: ['default'] }),
      'POST /api/user/': () => ({
        data: { id: 9, username: 'grace', invitation: { path, mailed_to: '', expires_at: 1_800_000_000 } },
      }),
    },
  })
  fireEvent.change(await screen.findByLabelText(/Username/), { target: { value: 'grace' } })
  await user.click(screen.getByLabelText('Invitation link'))
  expect(screen.queryByLabelText(/^Password/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText(/invited=9/)
  expect(api.takeCalls().find(({ key }) => key === 'POST /api/user/')?.body).toEqual({
    username: 'grace',
    invite: true,
  })
})
