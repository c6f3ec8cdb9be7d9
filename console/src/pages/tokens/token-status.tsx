import type { ApiToken } from '@sluice/contract/api-token'
import { useTranslation } from 'react-i18next'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import { type TokenState, tokenStateOf } from './token-values.ts'

const tones: Record<TokenState, StatusTone> = {
  enabled: 'success',
  limited: 'info',
  disabled: 'neutral',
  expired: 'warning',
  exhausted: 'error',
  unknown: 'neutral',
}

export function TokenStatus({ token }: { token: ApiToken }) {
  const { t } = useTranslation('tokens')
  const state = tokenStateOf(token)
  return <StatusTag tone={tones[state]}>{t(`state.${state}`)}</StatusTag>
}
