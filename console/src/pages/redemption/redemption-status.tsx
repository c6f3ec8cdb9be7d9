import type { Redemption } from '@sluice/contract/redemption'
import { useTranslation } from 'react-i18next'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import { type RedemptionState, stateOf } from './redemption-values.ts'

const tones: Record<RedemptionState, StatusTone> = {
  unused: 'success',
  disabled: 'neutral',
  used: 'info',
  expired: 'warning',
  unknown: 'neutral',
}

export function RedemptionStatus({ code }: { code: Redemption }) {
  const { t } = useTranslation('redemption')
  const state = stateOf(code, Date.now() / 1000)
  return <StatusTag tone={tones[state]}>{t(`state.${state}`)}</StatusTag>
}
