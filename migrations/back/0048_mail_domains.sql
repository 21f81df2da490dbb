-- Claims are made anew after the way back; what was done with them stays in the log.
DROP TABLE mail_domains;
