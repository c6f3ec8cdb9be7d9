import { isRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { TaskPlatform } from '@sluice/contract/task'
import type { Insertable } from 'kysely'
import type { DrawingDetails } from '../../protocols/midjourney/build-task.ts'
import { videoUrlsIn } from '../../protocols/midjourney/parse-answers.ts'
import type { Database } from '../../store/schema.ts'
import { taskPhase } from '../../store/tasks.ts'
import { findUsernames } from '../../store/users.ts'
import type { SourceRow } from '../source-row.ts'
import { type ImportContext, type ImportPage, type ImportStep, insertRows } from './step.ts'

type NewTaskRow = Insertable<Database['tasks']>

const failed = 'FAILURE'
const finished: readonly string[] = [failed, 'SUCCESS']

/** Drawings. They get new ids, because the source numbers drawings and other tasks separately. */
export const drawingsStep: ImportStep = {
  name: 'drawings',
  table: 'midjourneys',
  write: (page) => writeTasks(page, buildDrawing),
}

/** Songs and lyrics. */
export const tasksStep: ImportStep = {
  name: 'tasks',
  table: 'tasks',
  async write({ rows, ...page }) {
    const isMusic = (row: SourceRow) => row.text('platform') === ('suno' satisfies TaskPlatform)
    for (const row of rows) if (!isMusic(row)) page.context.notes.add('Tasks of unsupported platforms', nameOf(row))
    await writeTasks({ ...page, rows: rows.filter(isMusic) }, buildMusic)
  },
}

async function writeTasks(
  { rows, db, context }: ImportPage,
  build: (row: SourceRow, context: ImportContext) => Omit<NewTaskRow, 'username'>,
): Promise<void> {
  const names = await findUsernames(db, [...new Set(rows.map((row) => row.integer('user_id')))])
  await insertRows(
    db,
    'tasks',
    rows.map((row) => ({ ...build(row, context), username: names.get(row.integer('user_id')) ?? '' })),
  )
}

function buildDrawing(row: SourceRow, context: ImportContext): Omit<NewTaskRow, 'username'> {
  const buttons = row.json('buttons')
  const properties = row.json('properties')
  const videoUrls = videoUrlsIn(row.json('video_urls'))
  const details: DrawingDetails = {
    promptEn: row.text('prompt_en'),
    description: row.text('description'),
    state: row.text('state'),
    imageUrl: row.text('image_url'),
    ...(row.text('video_url') !== '' && { videoUrl: row.text('video_url') }),
    ...(videoUrls.length > 0 && { videoUrls }),
    ...(Array.isArray(buttons) && { buttons }),
    ...(isRecord(properties) && { properties }),
  }
  const action = row.clipped('action', 40)
  return {
    ...sharedColumns(row, context),
    platform: 'mj' satisfies TaskPlatform,
    task_id: row.clipped('mj_id', 191),
    model_name: action === '' ? '' : `mj_${action.toLowerCase()}`,
    group_name: '',
    code: row.integer('code'),
    prompt: row.text('prompt'),
    data: JSON.stringify(details),
    request_ref: `imported:mj:${row.integer('id')}`,
    submitted_at: row.integer('submit_time'),
    started_at: row.integer('start_time'),
    finished_at: row.integer('finish_time'),
    created_at: row.integer('submit_time'),
    updated_at: Math.max(row.integer('submit_time'), row.integer('finish_time')),
  }
}

function buildMusic(row: SourceRow, context: ImportContext): Omit<NewTaskRow, 'username'> {
  const { input } = recordOf(row.json('properties'))
  return {
    ...sharedColumns(row, context),
    platform: 'suno' satisfies TaskPlatform,
    task_id: row.clipped('task_id', 191),
    model_name: row.text('action') === '' ? '' : `suno_${row.clipped('action', 40).toLowerCase()}`,
    group_name: row.clipped('group', 64),
    code: 0,
    prompt: textOf(input),
    data: JSON.stringify({ data: row.json('data') ?? null }),
    request_ref: `imported:task:${row.integer('id')}`,
    submitted_at: row.seconds('submit_time'),
    started_at: row.seconds('start_time'),
    finished_at: row.seconds('finish_time'),
    created_at: row.seconds('created_at'),
    updated_at: row.seconds('updated_at'),
  }
}

/** Imported tasks are not polled, because the key and the request at the upstream are unknown. */
function sharedColumns(row: SourceRow, { notes, now }: ImportContext) {
  const status = row.clipped('status', 20) || 'NOT_START'
  if (!finished.includes(status)) notes.add('Unfinished tasks; they are imported unchanged', nameOf(row))
  const quota = Math.max(0, row.amount('quota'))
  return {
    user_id: row.integer('user_id'),
    token_id: null,
    channel_id: row.integer('channel_id'),
    action: row.clipped('action', 40),
    quota,
    list_quota: quota,
    cost_quota: null,
    phase: status === failed && quota > 0 ? taskPhase.refunded : taskPhase.over,
    revision: 0,
    status,
    progress: Math.min(100, Math.max(0, Number.parseInt(row.text('progress'), 10) || 0)),
    fail_reason: row.text('fail_reason'),
    hook_box: null,
    due_at: now,
    claim: '',
  }
}

const nameOf = (row: SourceRow): string => `task ${row.text('mj_id') || row.text('task_id')}`
