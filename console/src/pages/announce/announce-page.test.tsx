import { expect, test } from 'bun:test'
import type { Announcement } from '@sluice/contract/site-content'
import { refuse } from '../../../test/fake-api.ts'
import { fireEvent, screen, visit, waitFor, within } from '../../../test/visit.tsx'
import { AnnouncePage } from './announce-page.tsx'

const key = 'console_setting.announcements'
const fromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const make = (content: string, from: number, until?: number): Announcement => ({
  content,
  publishDate: fromNow(from),
  type: 'warning',
  extra: '',
  ...(until !== undefined && { until: fromNow(until) }),
})

/** A server with one list, which refuses what was changed since it was read. */
function serverWith(list: Announcement[], isOn = true) {
  const server = { text: JSON.stringify(list), writes: 0, beforeWrite: () => {} }
  const answers = {
    'GET /api/option/': () => ({
      data: [
        { key, value: server.text },
        { key: 'console_setting.announcements_enabled', value: String(isOn) },
      ],
      secrets_set: [],
      root_only: [],
    }),
    'PUT /api/option/': ({ body }: { body: { value: string; was?: string } }) => {
      server.beforeWrite()
      server.beforeWrite = () => {}
      if (body.was !== server.text) return refuse('option_conflict', { key })
      server.text = body.value
      server.writes += 1
      return {}
    },
  }
  const contents = () => (JSON.parse(server.text) as Announcement[]).map(({ content }) => content)
  return { server, answers, contents }
}

const visitWith = (answers: object, more: object = {}) => visit(<AnnouncePage />, { answers, ...more })
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const firstText = async () => (await screen.findAllByLabelText(/^Text \(Markdown\)/))[0] as HTMLElement

test('the list says what is planned, runs and is over', async () => {
  const { answers } = serverWith([make('Soon', 2, 3), make('**Slow** images', -1, 1), make('Old', -9, -8)])
  await visitWith(answers)
  for (const [text, state] of [
    ['Soon', 'Planned'],
    ['Slow images', 'Running'],
    ['Old', 'Over'],
  ] as const) {
    const row = (await screen.findByText(text)).closest('tr') as HTMLElement
    within(row).getByText(state)
  }
})

test('an announcement is written in both languages, previewed, and saved on top of what others saved meanwhile', async () => {
  const { server, answers, contents } = serverWith([make('Old', -9)])
  const here = await visitWith(answers)
  await screen.findByText('Old')
  await here.user.click(screen.getByRole('button', { name: 'New announcement' }))
  fireEvent.change(await firstText(), { target: { value: '**Maintenance**' } })
  fireEvent.change(screen.getAllByLabelText(/^Text \(Markdown\)/)[1] as HTMLElement, { target: { value: '维护' } })
  type(/^Until/, '2999-01-01T00:00')
  // With an end it is a banner, as it always was.
  expect(screen.getByLabelText<HTMLInputElement>(/^Banner/).checked).toBe(true)
  const preview = await screen.findByRole('region', { name: 'Preview in 中文' })
  await waitFor(() => expect(within(preview).getAllByText('维护').length).toBeGreaterThan(0))
  server.beforeWrite = () => {
    server.text = JSON.stringify([make('Of a colleague', 0), make('Old', -9)])
  }
  await here.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Announcement saved')
  expect(contents()).toEqual(['**Maintenance**', 'Of a colleague', 'Old'])
  expect(server.writes).toBe(1)
})

test('what a colleague has changed meanwhile is not overwritten', async () => {
  const { server, answers, contents } = serverWith([make('Old', -9)])
  const here = await visitWith(answers)
  await here.user.click(await screen.findByRole('button', { name: 'Edit Old' }))
  fireEvent.change(await firstText(), { target: { value: 'Mine' } })
  server.text = JSON.stringify([make('Theirs', -9)])
  await here.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Your change is not saved/)
  expect(contents()).toEqual(['Theirs'])
  expect((await firstText()).textContent ?? '').toBe('Mine')
})

test('faults are said at their fields, and nothing is sent', async () => {
  const { server, answers } = serverWith([])
  const here = await visitWith(answers, { language: 'zh' })
  await screen.findByText('还没有公告')
  await here.user.click(screen.getByRole('button', { name: /新建公告/ }))
  await screen.findByLabelText(/^结束/)
  type(/^结束/, '2000-01-01T00:00')
  await here.user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('请填写内容')
  await screen.findByText('结束必须晚于开始')
  expect(server.writes).toBe(0)
})

test('who may not change settings only reads', async () => {
  const { answers } = serverWith([make('Old', -9)], false)
  const here = await visitWith(answers, { role: 'user' })
  await screen.findByText('Old')
  expect(screen.queryByRole('button', { name: /New announcement|Edit/ })).toBeNull()
  await screen.findByText(/switched off in the settings/)
  expect(here.api.takeCalls().map((call) => call.key)).not.toContain('PUT /api/option/')
})
