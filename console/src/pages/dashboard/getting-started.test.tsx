import { expect, test } from 'bun:test'
import { screen, visit } from '../../../test/visit.tsx'
import { buildChecklist } from './checklist.ts'
import { GettingStarted } from './getting-started.tsx'

test('an operator without a key makes the first call in the playground, and can hide the steps', async () => {
  let isHidden = false
  const hide = () => {
    isHidden = true
  }
  const steps = buildChecklist({
    isOfSite: true,
    canSetMail: true,
    channels: 1,
    unpriced: [],
    isSelfUse: false,
    hasToken: false,
    isCalled: false,
    hasMail: false,
  })
  const checklist = { steps, isOpen: true, isOfSite: true, unpriced: [], tokenId: null, hide }
  const { user, address } = await visit(<GettingStarted checklist={checklist} />)
  expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy command' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(isHidden).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Open playground' }))
  expect(address()).toBe('/playground333')
})
