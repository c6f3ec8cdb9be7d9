import { priceSheet } from '../price-sheet.ts'
import { route } from '../route.ts'

export const priceSheetRoutes = {
  'GET /api/prices/': route({
    access: 'admin',
    summary: 'Every model with its sale price, its cost, their origins, and its calls of seven days',
    data: priceSheet,
  }),
}
