import { defineHost } from '../provider.ts'

/** 01.AI. https://platform.lingyiwanwu.com/docs, as known on 2026-11-20 */
export const yi = defineHost({
  id: 'yi',
  type: 31,
  baseUrl: 'https://api.lingyiwanwu.com',
  operations: ['chat'],
  models: ['yi-lightning', 'yi-large', 'yi-medium', 'yi-vision-v2'],
})
