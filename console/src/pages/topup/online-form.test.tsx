import { expect, test } from 'bun:test'
import { siteStatus } from '../../../test/site-status.ts'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { OnlineForm } from './online-form.tsx'

const answers = { 'POST /api/user/amount': () => ({ message: 'success' as const, data: '73.00', currency: '' }) }

test('the button to pay waits for a method', async () => {
  const { user } = await visit(<OnlineForm status={siteStatus} methods={['zfb', 'wx']} onOrdered={() => undefined} />, {
    answers,
  })
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay' })
  expect(pay.disabled).toBe(true)
  await user.click(screen.getByRole('radio', { name: /Alipay/ }))
  await waitFor(() => expect(pay.disabled).toBe(false))
})

test('a single method is chosen from the start', async () => {
  await visit(<OnlineForm status={siteStatus} methods={['zfb']} onOrdered={() => undefined} />, { answers })
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay' })
  await waitFor(() => expect(pay.disabled).toBe(false))
})
