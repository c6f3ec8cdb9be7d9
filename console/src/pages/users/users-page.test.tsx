import { expect, test } from 'bun:test'
import { sampleUser } from '../../../test/sample-user.ts'
import { fireEvent, screen, visit, waitFor, waitUntilGone } from '../../../test/visit.tsx'
import { UsersPage } from './users-page.tsx'

const ada = { ...sampleUser, id: 7, quota: 500_000, group: 'vip,default' }
const listOf = (...items: (typeof ada)[]) => ({ data: { items, total: items.length, page: 1, page_size: 10 } })
const queries: object[] = []
const answers = {
  'GET /api/user/search': ({ query }: { query: object }) => {
    queries.push(query)
    return listOf(ada)
  },
  'GET /api/group/': () => ({ data: ['default', 'vip', 'svip'] }),
  'GET /api/user/:id': () => ({ data: ada }),
} as const

test('deleted accounts are hidden until they are asked for', async () => {
  queries.length = 0
  await visit(<UsersPage />, { answers, at: '/user' })
  await screen.findByText('ada')
  expect(queries).toEqual([expect.objectContaining({ deleted: 'hide' })])
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Status' }))
  fireEvent.click(await screen.findByText('Deleted'))
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ deleted: 'only' }))
})

test('an action is reported with the name of the account', async () => {
  const { user } = await visit(<UsersPage />, {
    at: '/user',
    answers: {
      ...answers,
      'POST /api/user/manage': () => ({ data: { ...sampleUser, status: 2 } }),
    },
  })
  await user.click(await screen.findByRole('button', { name: /Ban/ }))
  const confirm = await screen.findByRole('dialog')
  await user.click([...confirm.querySelectorAll('button')].find((button) => button.textContent === 'Ban')!)
  await screen.findByText('ada is banned')
})

test('a balance is only adjusted by an amount with a reason, and a debt only on purpose', async () => {
  const { user, api } = await visit(<UsersPage />, {
    at: '/user/edit/7',
    answers: { ...answers, 'PUT /api/user/': () => ({}) },
  })
  await user.click(await screen.findByRole('button', { name: 'Adjust balance' }))
  const amount = await screen.findByLabelText('Amount to add')
  fireEvent.change(amount, { target: { value: '-4' } })
  fireEvent.blur(amount)
  const apply = () => screen.getByRole('button', { name: 'Apply to the form' })
  expect(apply()).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'chargeback' } })
  await screen.findByText('This is a debt of $3.00: all calls are refused until it is paid.')
  expect(apply()).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox', { name: 'Yes, give the account a debt of $3.00' }))
  await user.click(apply())
  await screen.findByText('Reason: chargeback')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('User info updated')
  expect(api.takeCalls()).toContainEqual({
    key: 'PUT /api/user/',
    body: { id: 7, quota: -1_500_000, quota_loaded: 500_000, quota_reason: 'chargeback' },
  })
})

test('a selection is handled at once, and each account that was left out is named', async () => {
  const { user, api } = await visit(<UsersPage />, {
    at: '/user',
    answers: {
      ...answers,
      'POST /api/user/batch/status': () => ({
        data: {
          done: 0,
          refused: [{ id: 7, username: 'ada', code: 'user_out_of_reach', message: 'You have no right to ada.' }],
        },
      }),
    },
  })
  await screen.findByText('ada')
  const boxes = screen.getAllByRole('checkbox')
  await user.click(boxes.at(-1)!)
  const bar = await screen.findByText('1 selected')
  const unban = [...(bar.parentElement?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent === 'Unban',
  )
  await user.click(unban!)
  await screen.findByText('You have no right to ada.')
  expect(api.takeCalls()).toContainEqual({ key: 'POST /api/user/batch/status', body: { ids: [7], status: 1 } })
})

test('the list is sorted by the server, and the order is in the address', async () => {
  queries.length = 0
  const { address } = await visit(<UsersPage />, { answers, at: '/user?sort=used&order=asc' })
  await screen.findByText('ada')
  expect(queries).toEqual([expect.objectContaining({ sort_by: 'used_quota', sort_order: 'asc' })])
  expect(address()).toContain('sort=used')
})

test('the groups of an account are chosen in order', async () => {
  const { user, api } = await visit(<UsersPage />, {
    at: '/user/edit/7',
    answers: { ...answers, 'PUT /api/user/': () => ({}) },
  })
  const groups = await screen.findByLabelText('Groups')
  fireEvent.mouseDown(groups)
  fireEvent.click(await screen.findByText('svip'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('User info updated')
  expect(api.takeCalls()).toContainEqual({ key: 'PUT /api/user/', body: { id: 7, group: 'vip,default,svip' } })
})

test('an ordinary user edits the own account at its address, by the calls for the own account', async () => {
  const { user, api, address } = await visit(<UsersPage />, {
    role: 'user',
    at: '/user/edit',
    answers: {
      'GET /api/user/self': () => ({ data: sampleUser }),
      'PUT /api/user/self': () => ({}),
    },
  })
  const name = await screen.findByLabelText(/Display name/)
  fireEvent.change(name, { target: { value: 'Grace' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitUntilGone(() => screen.queryByLabelText(/Display name/))
  expect(api.takeCalls()).toContainEqual({ key: 'PUT /api/user/self', body: { display_name: 'Grace' } })
  expect(address()).toBe('/personal')
})

test('a message says first whom it reaches, is sent under one name, and shows its progress', async () => {
  let sent = 1
  const progress = () => ({ id: 4, title: 'Hi', receivers: 3, sent, failed: 0, cancelled: 0 })
  const { user, api } = await visit(<UsersPage />, {
    at: '/user',
    answers: {
      ...answers,
      'POST /api/user/batch/message/preview': () => ({
        data: {
          mail: 2,
          webhook: 1,
          has_mail_server: false,
          refused: [{ id: 9, username: 'eve', code: 'notification_nowhere', message: 'Enter an address.' }],
        },
      }),
      'POST /api/user/batch/message': () => ({ data: { done: 3, refused: [], message: progress() } }),
      'GET /api/user/batch/message/:id': () => ({ data: progress() }),
      'POST /api/user/batch/message/:id/cancel': () => ({ data: true }),
    },
  })
  await screen.findByText('ada')
  await user.click(screen.getAllByRole('checkbox').at(-1)!)
  await user.click(await screen.findByRole('button', { name: 'Message' }))
  await screen.findByText('Reaches 3 users (2 by mail, 1 by webhook, as each has chosen).')
  await screen.findByText('Does not reach 1 user')
  await screen.findByText('No mail server is set up, so no mail can be sent.')
  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Hi' } })
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Tonight' } })
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Sent to 1 of 3 users.')
  expect(api.takeCalls()).toContainEqual({
    key: 'POST /api/user/batch/message',
    body: { ids: [7], title: 'Hi', content: 'Tonight', batch: expect.any(String) },
  })
  sent = 3
  await user.click(screen.getByRole('button', { name: 'Cancel the rest' }))
  await screen.findByText('Done: sent to 3 of 3 users.')
})
