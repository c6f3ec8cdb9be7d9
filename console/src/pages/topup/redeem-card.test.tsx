import { expect, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
import { RedeemCard } from './redeem-card.tsx'

/** As long as a browser takes between the two clicks at the least: no task runs, but promises do. */
const untilPromisesRest = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

test('a double click redeems a code once, and says so', async () => {
  const codes: unknown[] = []
  const { user } = await visit(<RedeemCard />, {
    answers: {
      'POST /api/user/topup': ({ body }) => {
        codes.push(body.key)
        return { data: 100_000 }
      },
    },
  })
  await user.type(screen.getByRole('textbox'), 'a-code')
  const button = screen.getByRole('button', { name: 'Redeem' })
  button.click()
  await untilPromisesRest()
  button.click()
  await screen.findByText(/You received/)
  expect(codes).toEqual(['a-code'])
})
