-- To the program before, these sessions would be as good as any other, in every account of their person: they end.
DELETE FROM auth_sessions WHERE substr(signed_in_by, 1, 13) = 'organisation:';
