import { useQuery } from '@tanstack/react-query'
import { Button, Input, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import texts from '../../../components/text.module.css'
import { useCopy } from '../../../components/use-copy.tsx'
import { ownSite } from '../../../lib/base-path.ts'
import css from '../personal-settings.module.css'
import { inviteCodeQuery } from '../queries.ts'

/** The invitation link of the account. */
export function InviteLink() {
  const { t } = useTranslation(['personal-settings', 'common'])
  const { copy } = useCopy()
  const { data: code, error, refetch } = useQuery(inviteCodeQuery)
  const link = code === undefined || code === '' ? '' : `${ownSite()}/register?aff=${encodeURIComponent(code)}`
  return (
    <div className={css.inviteLink}>
      <label htmlFor="invite-link">{t('invite.link')}</label>
      <Space.Compact block>
        <Input
          id="invite-link"
          readOnly
          value={link}
          placeholder={error?.message ?? (code === '' ? '' : t('common:loading'))}
          className={texts.mono}
          onFocus={({ target }) => target.select()}
        />
        {error === null ? (
          <Button disabled={link === ''} onClick={() => copy(link, t('invite.linkCopied'))}>
            {t('invite.copyLink')}
          </Button>
        ) : (
          <Button onClick={() => refetch()}>{t('common:actions.retry')}</Button>
        )}
      </Space.Compact>
      <p className={texts.below}>{t('invite.text')}</p>
    </div>
  )
}
