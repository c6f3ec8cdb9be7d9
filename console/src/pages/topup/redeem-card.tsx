import { isWebLink } from '@sluice/contract/address-forms'
import { redeemKeyMax } from '@sluice/contract/redemption'
import type { User } from '@sluice/contract/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardBody } from '../../components/card.tsx'
import layout from '../../components/layout.module.css'
import { Row } from '../../components/layout.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { formatQuota } from '../../lib/format.ts'
import { selfQuery, useStatus } from '../../lib/queries.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { redeemCode, topupListKey } from './queries.ts'
import css from './topup.module.css'

/** Redeems a code. */
export function RedeemCard() {
  const { t } = useTranslation('topup')
  const format = useQuotaFormat()
  const status = useStatus()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const redeem = useRedeem()
  const shop = status?.top_up_link ?? ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (redeem.isPending) return
    setProblem(null)
    const key = code.trim()
    if (key === '') return refuse(t('redeem.required'))
    try {
      await redeem.mutateAsync(key)
      setCode('')
    } catch (error) {
      refuse(error instanceof ApiError && error.status !== 0 ? error.message : t('redeem.failed'))
    }
  }
  const refuse = (text: string) => {
    setProblem(text)
    field.current?.focus()
  }
  return (
    <Card title={t('redeem.title')}>
      <CardBody>
        <form className={layout.apart} noValidate onSubmit={submit}>
          <label htmlFor={id} className={css.fieldLabel}>
            {t('redeem.label')}
          </label>
          <Input
            ref={(input) => {
              field.current = input?.input ?? null
            }}
            id={id}
            size="large"
            className={css.code}
            value={code}
            maxLength={redeemKeyMax}
            placeholder={t('redeem.placeholder')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            status={problem === null ? '' : 'error'}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-feedback`}
            onChange={(event) => {
              setCode(event.target.value)
              setProblem(null)
              if (redeem.isSuccess) redeem.reset()
            }}
          />
          <p id={`${id}-feedback`} className={css.feedback} role="status" data-tone={problem === null ? 'good' : 'bad'}>
            {problem ?? (redeem.isSuccess ? t('redeem.success', { amount: formatQuota(redeem.data, format) }) : '')}
          </p>
          <Row align="stretch" wrap className={css.buttons}>
            <Button
              type="primary"
              htmlType="submit"
              size="large"
              loading={redeem.isPending}
              aria-label={t('redeem.submit')}
            >
              {t('redeem.submit')}
            </Button>
            {isWebLink(shop) && (
              <Button size="large" href={shop} target="_blank" rel="noopener noreferrer">
                {t('redeem.get')}
              </Button>
            )}
          </Row>
        </form>
      </CardBody>
    </Card>
  )
}

/** The balance is updated at once. */
function useRedeem() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: redeemCode,
    meta: { silent: true },
    onSuccess: (added) => {
      client.setQueryData<User>(selfQuery.queryKey, (user) => user && { ...user, quota: user.quota + added })
      void client.invalidateQueries({ queryKey: selfQuery.queryKey })
      void client.invalidateQueries({ queryKey: topupListKey })
    },
  })
}
