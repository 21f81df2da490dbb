{{referenced}} requests (account_id) accounts;
{{referenced}} requests (key_id) api_keys;
