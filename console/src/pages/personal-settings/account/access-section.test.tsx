import { expect, test } from 'bun:test'
import type { Answers } from '../../../../test/fake-api.ts'
import { screen, visit, waitUntilGone, within } from '../../../../test/visit.tsx'
import { AccessSection } from './access-section.tsx'

const token = '7yBN8G0aMu7Mi7XL7nbx7_Awc1Y1Lyco'
const answers: Answers = { 'POST /api/user/token': () => ({ data: token }) }

/** Creates a token. Returns the texts that were copied; without `isAllowed` the browser refuses to copy. */
async function createToken({ isAllowed }: { isAllowed: boolean }) {
  const { user } = await visit(<AccessSection />, { answers, role: 'user' })
  const copied: string[] = []
  const writeText = async (text: string) => {
    if (!isAllowed) throw new DOMException('Write permission denied.', 'NotAllowedError')
    copied.push(text)
  }
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByText(token)
  await waitUntilGone(() => screen.queryByText(/Create a new system access token/))
  return { user, copied }
}

test('a new token is copied and shown once', async () => {
  const { user, copied } = await createToken({ isAllowed: true })
  expect(copied).toEqual([token])
  await screen.findByText('Token reset and copied')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitUntilGone(() => screen.queryByText(token))
})

test('no second dialog covers the token where the browser refuses to copy without a click', async () => {
  const { user } = await createToken({ isAllowed: false })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  // After a click the page shows how to copy by hand.
  await user.click(screen.getByRole('button', { name: 'Copy token' }))
  const byHand = await screen.findByRole('dialog', {
    name: 'The browser blocks the clipboard. Copy by hand.',
  })
  within(byHand).getByText(token)
})
