import { expect, test } from 'bun:test'
import { makeReason } from '@sluice/contract/error-reasons'
import { act, cleanup } from '@testing-library/react/pure'
import { type Answers, refuse } from '../../../test/fake-api.ts'
import { visitSettings } from '../../../test/settings-visit.tsx'
import { screen, waitFor, within } from '../../../test/visit.tsx'
import { expireSession } from '../../lib/session.ts'

const hourAgo = Math.floor(Date.now() / 1000) - 3_600
const usage = { 'GET /api/group/usage': () => ({ data: [] }) }
const origins = {
  ...usage,
  'GET /api/option/origins': () => ({
    data: {
      changes: [{ key: 'RetryTimes', at: hourAgo, by: 'ada', before: '7' }],
      environment: [{ name: 'SMTP_TLS', value: 'verify', is_default: true }],
    },
  }),
}

test('the cards are grouped by their jobs, fold, and unfold where a search leads', async () => {
  const { user, card, api } = await visitSettings('system', { isFolded: true })
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))
  expect(groups).toEqual(['Site', 'Sign-in', 'Billing', 'Notifications', 'Advanced'])
  expect(within(card('smtp')).queryByRole('textbox')).toBeNull()
  await user.click(within(card('smtp')).getByRole('button', { name: 'Unfold: SMTP mail' }))
  expect(within(card('smtp')).getAllByRole('textbox').length).toBeGreaterThan(2)
  await user.click(within(card('smtp')).getByRole('button', { name: 'Fold: SMTP mail' }))
  expect(within(card('smtp')).queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'SMTP mail' }))
  await waitFor(() => expect(within(card('smtp')).getAllByRole('textbox').length).toBeGreaterThan(2))
  api.takeCalls()
})

test('several changed cards are saved in one step, all or none', async () => {
  let isRefused = true
  const tooMany = makeReason('changedMeanwhile')
  const batch: Answers = {
    ...usage,
    'PUT /api/option/batch': ({ body }) =>
      isRefused
        ? refuse('option_invalid', { key: 'RetryTimes', reason: tooMany }, { RetryTimes: tooMany })
        : { data: { changed: body.options.map(({ key }) => key) } },
  }
  const { user, fill, api, option, waitForText } = await visitSettings('operation', { answers: batch })
  fill('RetryTimes', '4')
  expect(screen.queryByRole('button', { name: 'Save all' })).toBeNull()
  fill('QuotaForInviter', '1000')
  await screen.findByText('2 cards with unsaved changes')
  await user.click(screen.getByRole('button', { name: 'Save all' }))
  await within(option('RetryTimes')).findByText(/changed by another administrator/)
  await waitForText('Nothing was saved: correct the marked fields')
  screen.getByText('2 cards with unsaved changes')
  isRefused = false
  await user.click(screen.getByRole('button', { name: 'Save all' }))
  await waitForText('Saved')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save all' })).toBeNull())
  const writes = api.takeCalls().filter(({ key }) => key.startsWith('PUT'))
  expect(writes.map(({ key }) => key)).toEqual(['PUT /api/option/batch', 'PUT /api/option/batch'])
  expect(writes[1]?.body).toMatchObject({ options: [{ key: 'RetryTimes' }, { key: 'QuotaForInviter' }] })
})

test('an option says who changed it, and goes back to its default or to the value before', async () => {
  const { user, option, control, waitForText } = await visitSettings('operation', {
    stored: { RetryTimes: '4' },
    answers: origins,
  })
  await waitForText(/Changed by ada/)
  const retries = within(option('RetryTimes'))
  await user.click(retries.getByRole('button', { name: /put back 7$/ }))
  expect(control('RetryTimes')).toHaveProperty('value', '7')
  await user.click(retries.getByRole('button', { name: /restore default \d+$/ }))
  expect(control('RetryTimes')).not.toHaveProperty('value', '7')
  retries.getByText('Changed')
})

test('settings of the environment are shown beside what they govern', async () => {
  const { card } = await visitSettings('system', { answers: origins })
  await waitFor(() => expect(card('smtp').textContent).toContain('SMTP_TLS=verify (default)'))
})

test('the list of sign-in providers has their state, and tries the saved keys of one that is off', async () => {
  const { user, api } = await visitSettings('system', {
    stored: { GitHubClientId: 'gh', GitHubClientSecret: 'secret', TelegramOAuthEnabled: 'true' },
    answers: {
      'POST /api/option/try_provider': () => ({
        data: { outcome: 'refused', detail: '200 · incorrect_client_credentials' },
      }),
    },
  })
  const list = await screen.findByRole('region', { name: 'Sign-in providers' })
  expect(list.textContent).toContain('GitHubReady, offTry it')
  expect(list.textContent).toContain('TelegramOn')
  expect(list.textContent).toContain('WeChatNot set up')
  await user.click(within(list).getByRole('button', { name: 'Try it: GitHub' }))
  await screen.findByText('The provider refuses these keys')
  expect(api.takeCalls()).toContainEqual({ key: 'POST /api/option/try_provider', body: { provider: 'github' } })
})

test('the address of the site is offered from the one that is open', async () => {
  const { user, control } = await visitSettings('system')
  await user.click(screen.getByRole('button', { name: /^Use http/ }))
  expect(control('ServerAddress')).toHaveProperty('value', expect.stringMatching(/^https?:/))
  expect(screen.queryByRole('button', { name: /^Use http/ })).toBeNull()
})

test('what was typed when the login expired is there again after the next one', async () => {
  const first = await visitSettings('other')
  first.fill('About', 'typed before')
  act(() => expireSession(1))
  cleanup()
  const { control } = await visitSettings('other')
  expect(control('About')).toHaveProperty('value', 'typed before')
})
