import type { SourceRow } from '../source-row.ts'
import { type ImportStep, insertRows, isNotDeleted } from './step.ts'

const timesOf = (row: SourceRow) => ({
  created_at: row.seconds('created_time'),
  updated_at: row.seconds('updated_time'),
})

export const vendorsStep: ImportStep = {
  name: 'vendors',
  table: 'vendors',
  write: ({ rows, db }) =>
    insertRows(
      db,
      'vendors',
      rows.filter(isNotDeleted).map((row) => ({
        id: row.integer('id'),
        name: row.clipped('name', 128),
        description: row.text('description'),
        icon: row.clipped('icon', 255),
        status: row.integer('status') === 1 ? 1 : 0,
        ...timesOf(row),
      })),
    ),
}

export const modelsStep: ImportStep = {
  name: 'models',
  table: 'models',
  write: ({ rows, db }) =>
    insertRows(
      db,
      'model_cards',
      rows.filter(isNotDeleted).map((row) => ({
        id: row.integer('id'),
        name: row.clipped('model_name', 128),
        description: row.text('description'),
        icon: row.clipped('icon', 255),
        tags: row.text('tags'),
        vendor_id: row.integer('vendor_id'),
        endpoints: row.text('endpoints'),
        status: row.integer('status') === 1 ? 1 : 0,
        sync_official: row.flag('sync_official') ? 1 : 0,
        name_rule: row.integer('name_rule'),
        facts: null,
        ...timesOf(row),
      })),
    ),
}

export const prefillGroupsStep: ImportStep = {
  name: 'prefill groups',
  table: 'prefill_groups',
  write: ({ rows, db }) =>
    insertRows(
      db,
      'prefill_groups',
      rows.filter(isNotDeleted).map((row) => ({
        id: row.integer('id'),
        name: row.clipped('name', 128),
        type: row.clipped('type', 16),
        items: JSON.stringify(row.json('items') ?? []),
        description: row.text('description'),
        ...timesOf(row),
      })),
    ),
}
