/** The one script of the front. Everything works without it: it copies code, and calculates and searches while one types. */
export const FRONT_SCRIPT = `const cs = document.documentElement.lang === 'cs';
for (const figure of document.querySelectorAll('figure.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = cs ? 'Kopírovat' : 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent);
    button.textContent = cs ? 'Zkopírováno' : 'Copied';
  });
  figure.append(button);
}
const form = document.querySelector('form[data-live]');
if (form) {
  form.classList.add('live');
  let asked = 0;
  let timer;
  const ask = async () => {
    const mine = ++asked;
    const url = form.action.split('#')[0] + '?' + new URLSearchParams(new FormData(form));
    const page = await fetch(url).then((answer) => (answer.ok ? answer.text() : Promise.reject()));
    if (mine !== asked) return;
    const fresh = new DOMParser().parseFromString(page, 'text/html').getElementById('result');
    document.getElementById('result').replaceChildren(...fresh.childNodes);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask().catch(() => form.classList.remove('live')), 150);
  };
  form.addEventListener('input', soon);
  form.addEventListener('submit', (event) => {
    if (!form.classList.contains('live')) return;
    event.preventDefault();
    soon();
  });
}
`;
