import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** Pages that the operator adds to the documentation. */
export const docsPages: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('docs_pages')
      .id()
      .name('name', 64)
      .text('title_en')
      .text('title_zh')
      .text('body_en')
      .text('body_zh')
      .integer('position')
      .integer('is_published')
      .integer('needs_login')
      .integer('has_images')
      .integer('created_at')
      .integer('updated_at')
      .index(['name'], 'unique')
      .create()
  },
}
