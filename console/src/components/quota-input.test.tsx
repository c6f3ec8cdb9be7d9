import { expect, test } from 'bun:test'
import { screen, visit } from '../../test/visit.tsx'
import { QuotaInput } from './quota-input.tsx'

test.each([
  ['1.5', 750_000],
  ['1,5', 750_000],
  ['1,500', 750_000_000],
])('%s typed as an amount is %d units', async (typed, quota) => {
  const values: (number | null)[] = []
  const { user } = await visit(<QuotaInput aria-label="Amount" onChange={(value) => values.push(value)} />)
  await user.type(screen.getByLabelText('Amount'), typed)
  expect(values.at(-1)).toBe(quota)
})

test('an amount of currency has the quota beside it, by name', async () => {
  await visit(<QuotaInput aria-label="Amount" value={500_000} />)
  expect(screen.getByText('500,000 quota')).toBeTruthy()
})
