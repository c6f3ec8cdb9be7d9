import type { ApiToken } from '@sluice/contract/api-token'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { type RowAction, RowActions } from '../../components/row-actions.tsx'
import { HeldSecretText } from '../../components/secret-text.tsx'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { readTokenKey } from '../../lib/token-keys.ts'
import { TokenQuota } from './token-quota.tsx'
import { namesOf, type TokenState, tokenStateOf, withPrefix } from './token-values.ts'

export type ActionsOf = (token: ApiToken) => { visible: RowAction[]; menu: RowAction[] }

/** The time of its last call; empty for a token that was never used. */
const usedAt = ({ accessed_time, created_time }: ApiToken): number => (accessed_time > created_time ? accessed_time : 0)

export function useTokenColumns(actionsOf: ActionsOf): DataColumn<ApiToken>[] {
  const { t } = useTranslation(['tokens', 'common'])
  const modelsOf = (token: ApiToken) => {
    if (!token.model_limits_enabled) return <span className={texts.faint}>{t('allModels')}</span>
    const models = namesOf(token.model_limits)
    return <span title={models.join('\n')}>{t('modelCount', { count: models.length })}</span>
  }
  const addressesOf = (token: ApiToken) => {
    const lines = (token.allow_ips ?? '').split('\n').filter((line) => line !== '')
    if (lines.length === 0) return <span className={texts.faint}>{t('anyAddress')}</span>
    return <span title={lines.join('\n')}>{t('addressCount', { count: lines.length })}</span>
  }
  return [
    {
      key: 'name',
      card: 'title',
      flexible: true,
      title: t('column.name'),
      required: true,
      fixed: 'start',
      width: 140,
      render: ({ name }) => (
        <span className={texts.cutBlock} title={name}>
          {name}
        </span>
      ),
    },
    {
      key: 'status',
      card: 'badge',
      title: t('column.status'),
      width: 140,
      render: (token) => <TokenStatus token={token} />,
    },
    {
      key: 'quota',
      card: 'foot',
      title: t('column.quota'),
      width: 175,
      render: (token) => <TokenQuota token={token} />,
    },
    {
      key: 'key',
      card: 'line',
      title: t('column.key'),
      width: 215,
      render: ({ id, key, name }) => (
        <HeldSecretText masked={withPrefix(key)} label={`${t('column.key')} ${name}`} read={() => readTokenKey(id)} />
      ),
    },
    {
      key: 'group',
      title: t('column.group'),
      width: 100,
      render: ({ group }) =>
        group === '' ? <span className={`${texts.faint} ${texts.number}`}>{t('accountGroup')}</span> : group,
    },
    { key: 'models', title: t('column.models'), width: 100, defaultHidden: true, render: modelsOf },
    { key: 'ips', title: t('column.ips'), width: 100, defaultHidden: true, render: addressesOf },
    {
      key: 'created',
      givesWay: 1,
      title: t('column.created'),
      width: 112,
      defaultHidden: true,
      render: ({ created_time }) => <TimeText seconds={created_time} />,
    },
    {
      key: 'accessed',
      givesWay: 2,
      title: t('column.accessed'),
      width: 112,
      render: (token) => <TimeText seconds={usedAt(token)} />,
    },
    {
      key: 'expires',
      givesWay: 3,
      title: t('column.expires'),
      width: 112,
      render: ({ expired_time }) => <TimeText seconds={expired_time} none={t('common:expiry.never')} />,
    },
    {
      key: 'actions',
      title: t('column.actions'),
      width: 145,
      render: (token) => <RowActions name={token.name} {...actionsOf(token)} />,
    },
  ]
}

const tones: Record<TokenState, StatusTone> = {
  enabled: 'success',
  limited: 'info',
  disabled: 'neutral',
  expired: 'warning',
  exhausted: 'error',
  unknown: 'neutral',
}

function TokenStatus({ token }: { token: ApiToken }) {
  const { t } = useTranslation('tokens')
  const state = tokenStateOf(token)
  return <StatusTag tone={tones[state]}>{t(`state.${state}`)}</StatusTag>
}
