import type { PricingRow } from '@sluice/contract/pricing'

/** A model of the group `default` at two cents a call. */
export const sampleRow = (model_name: string, more: Partial<PricingRow> = {}): PricingRow => ({
  model_name,
  owner_by: '',
  vendor_id: 0,
  quota_type: 1,
  model_ratio: 0,
  model_price: 0.02,
  completion_ratio: 1,
  enable_groups: ['default'],
  supported_endpoint_types: [],
  is_priced: true,
  ...more,
})
