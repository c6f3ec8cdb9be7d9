import { z } from 'zod'
import { pagedListOf } from '../envelope.ts'
import { modelNameBytesMax } from '../name-lists.ts'
import { pageQuery } from '../paging.ts'
import {
  priceListBytesMax,
  priceLook,
  priceProposal,
  priceSides,
  priceSource,
  priceSourceWrite,
  proposalChoice,
  proposalDoubts,
  proposalStates,
  proposalsAccepted,
} from '../price-sources.ts'
import { queryNumber } from '../query-number.ts'
import { idParams, route } from '../route.ts'

const admin = { access: 'admin' } as const
/** An empty value of a form counts as absent. */
const blank = z.literal('').transform(() => undefined)

export const proposalQuery = z.object({
  ...pageQuery,
  model: z.string().trim().max(modelNameBytesMax).optional(),
  source_id: queryNumber,
  state: z.union([z.enum(proposalStates), blank]).optional(),
  side: z.union([z.enum(priceSides), blank]).optional(),
  doubt: z.union([z.enum([...proposalDoubts, 'none']), blank]).optional(),
})

/** Price lists from outside, and the changes that they propose. */
export const priceSourceRoutes = {
  'GET /api/price_source/': route({
    ...admin,
    summary: 'The price lists from outside, with the result of the last look at each',
    data: z.array(priceSource),
  }),
  'POST /api/price_source/': route({
    ...admin,
    summary: 'Adds a price list',
    body: priceSourceWrite,
    data: priceSource,
    errors: ['name_taken'],
  }),
  'PUT /api/price_source/': route({
    ...admin,
    summary: 'Changes a price list; all fields are written',
    body: priceSourceWrite.extend({ id: z.number().int().positive() }),
    data: priceSource,
    errors: ['name_taken', 'not_found'],
  }),
  'DELETE /api/price_source/:id': route({
    ...admin,
    summary: 'Deletes a price list with its proposals; accepted prices stay',
    params: idParams,
    errors: ['not_found'],
  }),
  'POST /api/price_source/:id/look': route({
    ...admin,
    summary: 'Fetches a price list now and proposes its differences',
    params: idParams,
    data: priceLook,
    errors: ['not_found', 'price_list_failed'],
  }),
  'POST /api/price_source/:id/file': route({
    ...admin,
    summary: 'Takes the text of a file (CSV or JSON) as the list of a source of files, and proposes its differences',
    params: idParams,
    body: z.object({ text: z.string().max(priceListBytesMax) }),
    // Quotation marks and line ends are written with two characters.
    bodyBytesMax: 2 * priceListBytesMax,
    data: priceLook,
    errors: ['not_found', 'price_list_failed'],
  }),
  'GET /api/price_proposal/': route({
    ...admin,
    summary: 'Changes of prices that lists propose, newest first',
    query: proposalQuery,
    data: pagedListOf(priceProposal),
  }),
  'POST /api/price_proposal/accept': route({
    ...admin,
    summary: 'Writes the prices of open proposals, of these or of all that match; outdated ones are made anew instead',
    body: proposalChoice,
    data: proposalsAccepted,
    errors: ['option_invalid'],
  }),
  'POST /api/price_proposal/ignore': route({
    ...admin,
    summary: 'Ignores open proposals until their source says something else; the answer is their number',
    body: proposalChoice,
    data: z.number(),
  }),
}
