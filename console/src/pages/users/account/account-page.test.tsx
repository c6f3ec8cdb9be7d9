import { expect, test } from 'bun:test'
import type { StatementLine } from '@sluice/contract/user-statement'
import { overviewOf } from '../../../../test/sample-overview.ts'
import { sampleToken } from '../../../../test/sample-token.ts'
import { sampleUser } from '../../../../test/sample-user.ts'
import { fireEvent, screen, visit } from '../../../../test/visit.tsx'
import { AccountPage } from './account-page.tsx'

const ada = { ...sampleUser, id: 7, quota: 500_000, used_quota: 250_000, last_seen_at: 1_700_000_000 }
const line = (more: Partial<StatementLine> & Pick<StatementLine, 'kind'>): StatementLine => ({
  at: 1_700_000_000,
  amount: 0,
  balance: 0,
  note: null,
  author: '',
  reason: '',
  ...more,
})
const statement = {
  start: 1_699_000_000,
  end: 1_700_000_000,
  opening: 0,
  closing: 500_000,
  lines: [
    line({
      kind: 'adjustment',
      amount: -250_000,
      balance: 500_000,
      note: { code: 'adjusted_by', params: {} },
      author: 'root',
      reason: 'chargeback',
    }),
    line({ kind: 'charges', amount: -250_000, balance: 750_000, calls: 3 }),
    line({ kind: 'credit', amount: 1_000_000, balance: 1_000_000, note: { code: 'order', params: { order: 'T1' } } }),
    line({ kind: 'initial', amount: 0, balance: 0, note: { code: 'adjusted_by', params: {} }, author: 'root' }),
  ],
}
const overview = overviewOf()
const page = <T,>(items: T[]) => ({ data: { items, total: items.length, page: 1, page_size: 10 } })
const answers = {
  'GET /api/user/:id': () => ({ data: ada }),
  'GET /api/user/:id/statement': () => ({ data: statement }),
  'GET /api/data/overview': ({ query }: { query: { by?: string } }) => {
    const [part] = overview.parts
    const named = query.by === 'token' ? { token_id: 1, token_name: 'ci' } : { model_name: 'gpt-5.4' }
    return { data: { ...overview, parts: part ? [{ ...part, model_name: undefined, ...named }] : [] } }
  },
} as const

test('the page of an account shows its movements with the balance after each', async () => {
  await visit(<AccountPage />, { answers, at: '/user/7' })
  await screen.findByText('Top-up, order T1')
  await screen.findByText('3 calls of the day')
  await screen.findByText('root: chargeback')
  await screen.findByText('First balance')
  expect(screen.getAllByText('+$2.00')).toHaveLength(1)
  expect((await screen.findByRole('link', { name: 'ci' })).getAttribute('href')).toContain('token_name=ci')
  await screen.findByRole('link', { name: 'gpt-5.4' })
  expect(screen.getByRole('link', { name: 'Calls in the usage log' }).getAttribute('href')).toContain('username=ada')
})

test('what running calls hold is said beside the balance and the movements', async () => {
  await visit(<AccountPage />, {
    at: '/user/7',
    answers: { ...answers, 'GET /api/user/:id': () => ({ data: { ...ada, held_quota: 100_000 } }) },
  })
  await screen.findByText('and $0.20 held for running calls; what they do not use comes back')
  await screen.findByText(/^Running calls hold \$0.20, so \$1.00 can be used now/)
})

test('a balance is adjusted by a direction, an amount and a reason', async () => {
  const { user, api } = await visit(<AccountPage />, {
    at: '/user/7',
    answers: { ...answers, 'POST /api/user/batch/balance': () => ({ data: { done: 1, refused: [] } }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Adjust balance' }))
  await user.click(await screen.findByText('Take'))
  const amount = screen.getByLabelText('Amount')
  fireEvent.change(amount, { target: { value: '0.5' } })
  fireEvent.blur(amount)
  await screen.findByText('Balance $1.00 → $0.50')
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  await screen.findByText('Enter a reason')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'refunded twice' } })
  await user.click(screen.getByRole('button', { name: 'Adjust' }))
  await screen.findByText('Done for 1 user')
  expect(api.takeCalls().find(({ key }) => key === 'POST /api/user/batch/balance')?.body).toEqual({
    ids: [7],
    amount: -250_000,
    reason: 'refunded twice',
    allow_debt: false,
    batch: expect.any(String),
  })
})

test('the tabs have keys, sessions and what administrators did', async () => {
  const session = {
    sid: 'a'.repeat(43),
    current: false,
    login_method: 'password',
    ip: '192.0.2.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    created_at: 1,
    last_active_at: 2,
    expires_at: 3,
  }
  const audited = {
    id: 1,
    created_at: 1_700_000_000,
    actor_id: 1,
    actor_name: 'root',
    action: 'user.quota',
    object_type: 'user',
    object_id: '7',
    before: '{"quota":1}',
    after: '{"quota":2,"reason":"chargeback"}',
    ip: '192.0.2.1',
    request_id: 'r',
  }
  const { user, api, address } = await visit(<AccountPage />, {
    at: '/user/7?tab=keys',
    answers: {
      ...answers,
      'GET /api/user/:id/tokens': () => page([{ ...sampleToken, name: 'ci', key: 'abcd**********wxyz' }]),
      'GET /api/user/:id/sessions': () => ({ data: [session] }),
      'DELETE /api/user/:id/sessions/:sid': () => ({}),
      'GET /api/audit/': () => page([audited]),
    },
  })
  await screen.findByText('sk-abcd**********wxyz')
  await user.click(screen.getByRole('tab', { name: 'Sessions' }))
  await user.click(await screen.findByRole('button', { name: 'End the session on Firefox · Linux' }))
  await screen.findByText('Session ended')
  expect(api.takeCalls().map(({ key }) => key)).toContain('DELETE /api/user/:id/sessions/:sid')
  await user.click(screen.getByRole('tab', { name: 'Audit' }))
  await screen.findByText('chargeback')
  expect(address()).toContain('tab=audit')
})

test('notes are added, and deleted by their author', async () => {
  const note = { id: 3, text: 'asked for an invoice', author: 'root', author_id: 1, created_time: 1_700_000_000 }
  const other = { ...note, id: 2, text: 'called', author: 'desk', author_id: 9 }
  const { user, api } = await visit(<AccountPage />, {
    at: '/user/7?tab=notes',
    answers: {
      ...answers,
      'GET /api/user/:id/notes': () => ({ data: [note, other] }),
      'POST /api/user/:id/notes': () => ({ data: note }),
      'DELETE /api/user/:id/notes/:note_id': () => ({}),
    },
  })
  await screen.findByText('called')
  fireEvent.change(screen.getByLabelText('A note on this user'), { target: { value: ' paid ' } })
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText('Note added')
  expect(api.takeCalls().find(({ key }) => key === 'POST /api/user/:id/notes')?.body).toEqual({ text: 'paid' })
})

test('an address without the number of an account says so, and asks for none', async () => {
  const { api } = await visit(<AccountPage />, { answers, at: '/user/abc' })
  await screen.findByRole('heading', { name: 'Account not found' })
  expect(screen.queryByText('User 0')).toBeNull()
  expect(api.takeCalls().filter(({ key }) => key === 'GET /api/user/:id')).toEqual([])
})
