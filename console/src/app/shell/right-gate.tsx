import { type AdminRight, areaOf } from '@sluice/contract/admin-rights'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { may, useSessionUser } from '../../lib/session.ts'
import { rightOfPage } from '../navigation.ts'
import css from './shell.module.css'

/** A page, or one sentence for an administrator who opens its address without its right. */
export function RightGate({ children }: { children: ReactNode }) {
  const user = useSessionUser()
  const right = rightOfPage(useLocation({ select: ({ pathname }) => pathname }))
  // Ordinary accounts are led elsewhere.
  return right === null || user === null || may(user, right) ? children : <MissingRight right={right} />
}

function MissingRight({ right }: { right: AdminRight }) {
  const { t } = useTranslation(['shell', 'users'])
  const area = t(`users:rights.area.${areaOf(right)}`)
  // The keys of the texts are the rights themselves.
  const action = t(`users:rights.action.${right}`)
  return (
    <div className={css.notice}>
      <h1>{t('missingRight.title')}</h1>
      <p>{t('missingRight.text', { right: `${area}: ${action}` })}</p>
    </div>
  )
}
