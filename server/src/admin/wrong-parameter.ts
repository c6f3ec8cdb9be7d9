import { makeReason } from '@sluice/contract/error-reasons'
import type { GatewayError } from '../core/errors.ts'
import { refusedField } from './refused-field.ts'

export const wrongParameter = (name: string): GatewayError => refusedField(name, makeReason('isNotValid'))
