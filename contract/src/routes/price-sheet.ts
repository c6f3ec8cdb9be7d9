import { z } from 'zod'
import { pagedListOf } from '../envelope.ts'
import { modelNameBytesMax } from '../name-lists.ts'
import { unpricedRequest } from '../option.ts'
import { pageQuery } from '../paging.ts'
import {
  modelPrice,
  priceEffect,
  priceFileFormats,
  priceFileMax,
  priceFileRead,
  priceHistoryLine,
  pricePreviewRequest,
  pricePublished,
  pricePublishRequest,
  priceSheet,
  pricesAsOf,
} from '../price-sheet.ts'
import { queryNumber } from '../query-number.ts'
import { route } from '../route.ts'

/** Thousands of changes, some with rules. */
const bodyBytesMax = 8_388_608

export const priceSheetRoutes = {
  'GET /api/prices/': route({
    access: 'admin',
    summary: 'Every model with its sale price, its cost, their origins, and its calls of seven days',
    data: priceSheet,
  }),
  'POST /api/prices/models': route({
    access: 'admin',
    inDemo: true,
    summary: 'The sale prices of the named models in dollars; those without a price are left out',
    body: unpricedRequest,
    data: z.array(modelPrice),
  }),
  'POST /api/prices/preview': route({
    access: 'admin',
    inDemo: true,
    summary: 'What the changes of prices would have charged for the calls of the last days',
    body: pricePreviewRequest,
    bodyBytesMax,
    data: priceEffect,
    errors: ['option_invalid'],
  }),
  'POST /api/prices/publish': route({
    access: 'admin',
    summary: 'Changes prices of models, all or none; refused if prices were changed since the version of the sheet',
    body: pricePublishRequest,
    bodyBytesMax,
    data: pricePublished,
    errors: ['option_invalid', 'price_conflict'],
  }),
  'GET /api/prices/export': route({
    access: 'admin',
    summary: 'All prices as a file: CSV for spreadsheets, or JSON',
    query: z.object({ format: z.enum(priceFileFormats).default('csv') }),
    file: 'application/octet-stream',
  }),
  'POST /api/prices/read_file': route({
    access: 'admin',
    inDemo: true,
    summary: 'The changes of prices in a file of the form of the export; nothing is written',
    body: z.object({ text: z.string().max(priceFileMax) }),
    // The text is a JSON text: each of its characters may take several.
    bodyBytesMax: 4 * priceFileMax,
    data: priceFileRead,
  }),
  'GET /api/prices/history': route({
    access: 'admin',
    summary: 'The changes of prices, newest first, whichever way they came',
    query: z.object({ model: z.string().max(modelNameBytesMax).optional(), ...pageQuery }),
    data: pagedListOf(priceHistoryLine),
  }),
  'GET /api/prices/as_of': route({
    access: 'admin',
    summary: 'The changes that restore the prices of a moment',
    query: z.object({ at: queryNumber }),
    data: pricesAsOf,
  }),
}
