import { expect, test } from 'bun:test'
import { type Answers, refuse } from '../../../test/fake-api.ts'
import { sampleUser } from '../../../test/sample-user.ts'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { PlaygroundPage } from './playground-page.tsx'

interface Site {
  at?: string
  role?: 'user' | 'admin'
  models?: string[]
  quota?: number
}

const visitWith = ({ at = '/playground333', role = 'user', models = ['gpt-4o', 'o3'], quota = 500 }: Site) => {
  const answers: Answers = {
    'GET /api/user/models': () => ({ data: models }),
    'GET /api/user/self/groups': () => ({ data: { default: { desc: 'Standard', ratio: 1 } } }),
    'GET /api/pricing': () => refuse('not_found', { what: { code: 'receipt', params: {} } }),
    'GET /api/user/self': () => ({ data: { ...sampleUser, quota } }),
  }
  return visit(<PlaygroundPage />, { at, role, answers })
}
const question = () => screen.getByRole('textbox', { name: 'Your question' }) as HTMLTextAreaElement

test('the model and the question of an address are chosen and shown, and leave the address', async () => {
  const { address } = await visitWith({ at: '/playground333?model=o3&prompt=Where%20is%20it%3F' })
  await waitFor(() => expect(address()).toBe('/playground333'))
  expect(question().value).toBe('Where is it?')
  expect(document.querySelector('.ant-select [title=o3]')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a model that the group lacks is named', async () => {
  await visitWith({ at: '/playground333?model=unknown-1' })
  expect(await screen.findByText('unknown-1 is not available in this group')).toBeTruthy()
})

test('without a model administrators add a channel, and others read whom to ask', async () => {
  const { user, address } = await visitWith({ role: 'admin', models: [] })
  await user.click(await screen.findByRole('button', { name: 'Add a channel' }))
  expect(address()).toBe('/channel/add')
})

test('an account without a model reads whom to ask, and is not told of its balance', async () => {
  await visitWith({ models: [], quota: 0 })
  expect(await screen.findByText(/Ask the operator/)).toBeTruthy()
  expect(screen.queryByText(/balance/)).toBeNull()
})

test('an account without balance is led to the wallet', async () => {
  const { user, address } = await visitWith({ quota: 0 })
  await user.click(await screen.findByRole('button', { name: 'Top up' }))
  expect(address()).toBe('/topup')
})

test('before the first answer the code is called an example', async () => {
  const { user } = await visitWith({})
  await user.click(await screen.findByRole('button', { name: 'Code' }))
  expect(await screen.findByText(/^A call of this model with the parameters chosen here/)).toBeTruthy()
  expect(screen.queryByText(/behind the last answer/)).toBeNull()
})
