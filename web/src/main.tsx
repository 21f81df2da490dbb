import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './style/tokens.css';
import './style/elements.css';
import './style/layout.css';
import './style/parts.css';
import './style/people.css';
import './style/money.css';
import './style/brief.css';
import './style/playground.css';
import './style/shop.css';
import './style/operator.css';
import { LanguageProvider } from './language.tsx';
import { applyTheme } from './theme.ts';
import { NoticeProvider } from './ui/notice.tsx';

applyTheme();
createRoot(document.getElementById('root')!).render(
  <LanguageProvider>
    <NoticeProvider>
      <App />
    </NoticeProvider>
  </LanguageProvider>,
);
