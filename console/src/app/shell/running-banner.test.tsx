import { beforeEach, expect, test } from 'bun:test'
import type { Announcement } from '@sluice/contract/site-content'
import { siteStatus } from '../../../test/site-status.ts'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { statusQuery } from '../../lib/queries.ts'
import { findRunning, hideForGood, readHidden } from '../../lib/running-announcements.ts'
import { remove } from '../../lib/storage.ts'
import { queryClient } from '../query-client.ts'
import { prepareAnnouncements, RunningBanner } from './running-banner.tsx'

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
const hour = 3_600_000
const make = (content: string, from = -hour, until = hour): Announcement => ({
  content,
  publishDate: fromNow(from),
  until: fromNow(until),
  type: 'warning',
  extra: '',
})
const show = (announcements: Announcement[]) =>
  visit(<RunningBanner />, { answers: { 'GET /api/status': () => ({ data: { ...siteStatus, announcements } }) } })

beforeEach(() => remove('banner-hidden'))

test('running announcements are shown with Markdown and colour, and hidden one by one for good', async () => {
  const list = [make('**Slow** images'), { ...make('Back'), type: 'success' as const }]
  const { user } = await show(list)
  expect((await screen.findByText('Slow')).tagName).toBe('STRONG')
  await screen.findByText('Back')
  expect(screen.getAllByRole('status').map((one) => one.dataset.kind)).toEqual(['warning', 'success'])
  const [first] = screen.getAllByRole('button', { name: 'Hide this announcement' })
  if (first) await user.click(first)
  expect(screen.queryByText('Slow')).toBeNull()
  expect(screen.getByText('Back')).toBeTruthy()
  expect(readHidden()).toEqual(findRunning(list.slice(0, 1), Date.now()).map(({ id }) => id))
})

test('what was hidden on an earlier visit stays so', async () => {
  const list = [make('Slow'), make('Back')]
  hideForGood(findRunning(list, Date.now())[0]?.id ?? '')
  await show(list)
  await screen.findByText('Back')
  expect(screen.getAllByRole('status')).toHaveLength(1)
})

const roomOf = (name: string) => document.documentElement.style.getPropertyValue(name)
const roomOfBanner = () => roomOf('--banner-height')

test('a banner that starts while a page is read lies at the end of the window, and goes at its end', async () => {
  await show([make('Soon', 400, 1_000)])
  expect(screen.queryByText('Soon')).toBeNull()
  await screen.findByText('Soon')
  expect(roomOfBanner()).toBe('')
  expect(roomOf('--late-height')).not.toBe('')
  await waitFor(() => expect(screen.queryByText('Soon')).toBeNull())
  expect(roomOf('--late-height')).toBe('')
})

test('a banner whose text was ready before the page stands above it', async () => {
  const announcements = [make('Ready'), { ...make('Hallo'), content_zh: '你好' }]
  const status = { ...siteStatus, announcements }
  queryClient.setQueryData(statusQuery.queryKey, status)
  await prepareAnnouncements(queryClient, status, '/')
  await show(announcements)
  expect(screen.getByText('Ready')).toBeTruthy()
  expect(screen.getByText('Hallo')).toBeTruthy()
  expect(roomOfBanner()).not.toBe('')
})
