import { expect, test } from 'bun:test'
import type { Task } from '@sluice/contract/task'
import { screen, visit } from '../../../test/visit.tsx'
import { TaskTile } from './task-tile.tsx'

const row: Task = {
  id: 1,
  created_at: 1,
  updated_at: 1,
  task_id: 'task_1',
  platform: 'video',
  user_id: 1,
  username: 'u',
  channel_id: 0,
  channel_name: '',
  quota: 1,
  is_refunded: false,
  action: 'textGenerate',
  status: 'SUCCESS',
  fail_reason: '',
  submit_time: 1,
  start_time: 1,
  finish_time: 1,
  progress: '100%',
  properties: { input: 'a red kite' },
  data: null,
  video: {
    model: 'm',
    seconds: 8,
    resolution: '720p',
    size: '',
    has_sound: true,
    url: '/v1/videos/task_1/content?proof=p',
    expires_at: 9,
    is_moderated: false,
  },
}

test('a finished video is loaded only when it is played, and can be saved', async () => {
  const { user } = await visit(<TaskTile row={row} />)
  expect(document.querySelector('video')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Play: a red kite' }))
  expect(screen.getByLabelText('a red kite').getAttribute('src')).toBe(row.video?.url ?? '')
  expect(screen.getByText(/^m.· 8.seconds.· 720p.· with.sound$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe('task_1.mp4')
})

test('a failed video says why and has no player', async () => {
  const video = row.video && { ...row.video, url: '', expires_at: 0 }
  await visit(<TaskTile row={{ ...row, status: 'FAILURE', fail_reason: 'not this', video }} />)
  expect(screen.getByText('not this')).toBeTruthy()
  expect(document.querySelector('video')).toBeNull()
})
