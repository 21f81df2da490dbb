/** Where e-mails about an account `a` go: to its owner, also where it is known by another name. */
export const OWNER_EMAIL = 'COALESCE((SELECT w.email FROM auth_users w WHERE w.id = a.user_id), a.email) AS email';
