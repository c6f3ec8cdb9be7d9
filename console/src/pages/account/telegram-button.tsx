import { TelegramWidget } from '../../components/telegram-widget.tsx'
import css from './account.module.css'

export function TelegramButton({ botName }: { botName: string }) {
  return (
    <div className={css.waiting}>
      <TelegramWidget botName={botName} returnPath="/oauth/telegram" />
    </div>
  )
}
