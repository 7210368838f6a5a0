-- A collection with the tables of version 1, and rows of all kinds. Earlier versions made such files.
PRAGMA application_id = 0x6E6F6E6F;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE attempt(
  id INTEGER PRIMARY KEY,
  puzzle INTEGER NOT NULL REFERENCES puzzle(id),
  question INTEGER NOT NULL REFERENCES question(id),
  begun TEXT NOT NULL,
  seconds REAL NOT NULL,
  end TEXT NOT NULL CHECK(end IN ('done', 'time', 'memory', 'killed', 'error')),
  text TEXT);
INSERT INTO "attempt" VALUES(1,1,1,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(2,2,1,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(3,3,1,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(4,4,1,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(5,5,1,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(6,7,1,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(7,1,2,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(8,3,2,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(9,4,2,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(10,5,2,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(11,7,2,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(12,2,2,'2026-11-20T10:04:00.000000+00:00',0.002,'done',NULL);
INSERT INTO "attempt" VALUES(13,6,2,'2026-11-20T10:05:00.000000+00:00',5.1,'time',NULL);
INSERT INTO "attempt" VALUES(14,6,2,'2026-11-20T10:06:00.000000+00:00',1.5,'error','ValueError: no');
CREATE TABLE detail(
  result INTEGER PRIMARY KEY REFERENCES result(id),
  stages TEXT NOT NULL,
  rating TEXT,
  solutions BLOB,
  certificate BLOB);
INSERT INTO "detail" VALUES(1,'[{"name":"lines","cells":25,"seconds":0.001,"counts":{"line_solves":17}}]',NULL,X'78016360640042380031191880420C0000FD0011',NULL);
INSERT INTO "detail" VALUES(2,'[{"name":"lines","cells":25,"seconds":0.001,"counts":{"line_solves":18}}]',NULL,X'7801636060646400620880B04024030000E50011',NULL);
INSERT INTO "detail" VALUES(3,'[{"name":"lines","cells":0,"seconds":0.001,"counts":{"line_solves":4}},{"name":"probe","cells":0,"seconds":0.001,"counts":{"line_solves":32,"probes":8,"skipped":0,"contradictions":0,"agreements":0,"rounds":1}},{"name":"beliefs","cells":0,"seconds":0.001,"counts":{"runs":1,"rounds":1,"line_updates":8,"dives":0}},{"name":"counting","cells":0,"seconds":0.001,"counts":{}},{"name":"sat","cells":0,"seconds":0.001,"counts":{"switches":1}}]',NULL,X'0001010001000001',NULL);
INSERT INTO "detail" VALUES(4,'[{"name":"lines","cells":5,"seconds":0.001,"counts":{"line_solves":7}},{"name":"probe","cells":0,"seconds":0.001,"counts":{"line_solves":32,"probes":8,"skipped":0,"contradictions":0,"agreements":0,"rounds":1}},{"name":"beliefs","cells":0,"seconds":0.001,"counts":{"runs":1,"rounds":1,"line_updates":8,"dives":0}},{"name":"counting","cells":0,"seconds":0.001,"counts":{}},{"name":"sat","cells":0,"seconds":0.001,"counts":{"switches":1}}]',NULL,X'000001010100000000010000000101000000',NULL);
INSERT INTO "detail" VALUES(5,'[{"name":"lines","cells":6,"seconds":0.001,"counts":{"line_solves":8}}]',NULL,X'010200020001',NULL);
INSERT INTO "detail" VALUES(6,'[{"name":"lines","cells":0,"seconds":0.001,"counts":{"line_solves":3}}]',NULL,NULL,NULL);
INSERT INTO "detail" VALUES(7,'[{"name":"lines","cells":25,"seconds":0.001,"counts":{"line_solves":17}}]','{"effort":1.585,"word":"very easy","technique":"overlap","steps":{"trivial":6,"overlap":3,"line":0,"chain":0,"trial":0,"counting":0,"clue-set":0},"openings":[10,5,6,3,6,3,2,1,1],"end":"solved","unknown":0,"reason":null,"looking":{"looks":9,"gave":9,"cost":2,"moments":0,"trials":0,"failures":0,"trial_cost":0.0,"cells":25,"lines_leave":0,"trials_leave":0,"cut":false},"judge":{"difficulty":9,"tedium":18,"steps":10,"reason":null},"guesses":{"solutions":1,"worst_guesses":0,"best_guesses":0,"rating":12,"reason":null}}',X'78016360640042380031191880420C0000FD0011',X'1F8B08000000000002035D52CB6EDB3010BCE72B04FA4A095C8AA4455FD363FFC00A0A3E6D2132E9EAE12009FCEF5DCA459076855D8AB3236967C44F12F374310B399094539ECD52BB302D431C9C5902A1E416A679C8891C8092EBFAF131866FD40750419FDE06BF9C2BD9A773184EE7A5DC59E35E4F535E93AF76718B3EB93CE6A9DAB12DFA34E5B7B94F70800AB34FF2ABB4A56C183EB15E12B278D9897FCB86E190F3D970A970302658742E74D677C60966C1C6E834800CCA09AE79DB29CD8CDD8BB6E320B40715B5B056EE958160847E08F6832B86AC69F8BD160F669C6141136672381E49B3C30BD15D896F6B834BC11B6C37E4E5856ED6AEA321874F1250881FD2095F9B271FA6FF9CBD996930760CF805212871A359E7B20106DFD439213B816AB4E04C767BE32CE8C09CF5D14903D1A0601515385154452EB917CE3BAF22DBB74A2847EE94D831BBD76D9023D09AD396D6824A5A2B5AEF69DDD15AD31A1826768163220104A6A4801C4012200B34E58C72A01C39BCA55C502E51F275CA3916C15FC7CA4FEBB578B8846B1184235C8C0FBFEC7B61FD3D48E5CF35D0B087D7680C02CFE6C7F06C7E56D0C8A6C5C6F57D39E7543FD8D0E8C6871BE7E47E7F624F7F008D3FE41EC6020000');
INSERT INTO "detail" VALUES(8,'[{"name":"lines","cells":0,"seconds":0.001,"counts":{"line_solves":4}},{"name":"probe","cells":0,"seconds":0.001,"counts":{"line_solves":32,"probes":8,"skipped":0,"contradictions":0,"agreements":0,"rounds":1}},{"name":"beliefs","cells":0,"seconds":0.001,"counts":{"runs":1,"rounds":1,"line_updates":8,"dives":0}},{"name":"counting","cells":0,"seconds":0.001,"counts":{}},{"name":"sat","cells":0,"seconds":0.001,"counts":{"switches":1}}]','{"effort":2.322,"word":"very easy","technique":null,"steps":{"trivial":0,"overlap":0,"line":0,"chain":0,"trial":0,"counting":0,"clue-set":0},"openings":[],"end":"ambiguous","unknown":4,"reason":null,"looking":{"looks":4,"gave":0,"cost":4,"moments":1,"trials":8,"failures":0,"trial_cost":0.0,"cells":4,"lines_leave":4,"trials_leave":4,"cut":false},"judge":{"difficulty":null,"tedium":null,"steps":null,"reason":"there are several solutions"},"guesses":{"solutions":2,"worst_guesses":1,"best_guesses":1,"rating":13,"reason":null}}',X'0001010001000001',X'1F8B08000000000002035550D16E83300C7CDF5720F3CA1081D201BF02684A8C53A2860485B06AADFAEF0B74489B1F6CDFD9D2F9FC0069DDC43D3460ACB10BF7EF48CE2BA9907B8204BEC82DCA1A685802F37ABF6BFAB3FA2222D6999B1AFC18E59D19495D46BF7582E3F5E2EC6A8628967B7406ADB62E8AB33D3AE3EC6DE90C6BD86F0AE37532FFA870C232F2BC3C07D9BCA64210A2C8CF4C147521AB8A95F54028110939B10F214A24C282D5799197BCC6BA22120397A75355952F3B83C2CDEEB46AAF66BD795C82AC0F261768DA16D23850710A7DD26E25D988BE4FF647AD9A436356AD1310DAE25599CB816767AD3CC0C407FA14DFD03C8E5F05C52C656906CFE7DB0FBBBF23CF75010000');
INSERT INTO "detail" VALUES(9,'[{"name":"lines","cells":5,"seconds":0.001,"counts":{"line_solves":7}},{"name":"probe","cells":0,"seconds":0.001,"counts":{"line_solves":32,"probes":8,"skipped":0,"contradictions":0,"agreements":0,"rounds":1}},{"name":"beliefs","cells":0,"seconds":0.001,"counts":{"runs":1,"rounds":1,"line_updates":8,"dives":0}},{"name":"counting","cells":0,"seconds":0.001,"counts":{}},{"name":"sat","cells":0,"seconds":0.001,"counts":{"switches":1}}]','{"effort":2.585,"word":"very easy","technique":"overlap","steps":{"trivial":2,"overlap":1,"line":0,"chain":0,"trial":0,"counting":0,"clue-set":0},"openings":[3,1,1],"end":"ambiguous","unknown":4,"reason":null,"looking":{"looks":7,"gave":3,"cost":5,"moments":1,"trials":8,"failures":0,"trial_cost":0.0,"cells":9,"lines_leave":4,"trials_leave":4,"cut":false},"judge":{"difficulty":null,"tedium":null,"steps":null,"reason":"there are several solutions"},"guesses":{"solutions":2,"worst_guesses":1,"best_guesses":1,"rating":15,"reason":null}}',X'000001010100000000010000000101000000',X'1F8B08000000000002034D50D16E83300C7CDF5720E795450402B4FC4AA9A6E024256A48AA1056AD55FF7D810A6D7E38F94E96CFE727681F2611A103E79D9F45FC4415A2D106455490C3B70AB3F10E3A96C36D793CACFA37FA1632D6BBBB9171CCAADE8DCA5CC6B87683C0EB25F8C5C98CE8AD7A87DEFA909162ABDE057F9F7BC7BAB4A05CE1739B5826B7AB7F904E994751D64DB24794758B6525A542148766105CEB426BC91B447E2C5853176C282BD6D6C3910BD4075EF3EAC0B844D11E5BF18E250DAEB1A7C54673B36BD63979C7147686EE74024A49D208A10929A570CE4F40E8C608D9B573BE3D70B1023AB7589BC3603D5E8DBBECFC16BCD73B9984545FC30F74CFFD87E98282325AC0EBF5F10B6E4636E28D010000');
INSERT INTO "detail" VALUES(10,'[{"name":"lines","cells":6,"seconds":0.001,"counts":{"line_solves":8}}]','{"effort":2.322,"word":"very easy","technique":"line","steps":{"trivial":2,"overlap":2,"line":1,"chain":0,"trial":0,"counting":0,"clue-set":0},"openings":[2,4,2,1,1],"end":"solved","unknown":0,"reason":null,"looking":{"looks":9,"gave":9,"cost":4,"moments":0,"trials":0,"failures":0,"trial_cost":0.0,"cells":6,"lines_leave":0,"trials_leave":0,"cut":false},"judge":{"difficulty":null,"tedium":null,"steps":null,"reason":"it rates puzzles of one colour only"},"guesses":{"solutions":null,"worst_guesses":null,"best_guesses":null,"rating":null,"reason":"it rates puzzles of one colour only"}}',X'010200020001',X'1F8B08000000000002035D51CB6EE42010BCCF5758E48A2DC080B1AFD9E3FEC1385A35AFB1150F78B13D5112CDBF2FF6ACA2282D2151DD45535DFD897C4C57585187420C7181B5342EADA31F0DAC0E617473691963401DC568DE3E3E26F78DFA4814B40F6FA35D87A2EEC3E0C6CBB016AC0F1ACCEB25C52DD8E2C91FD10713A7988A2772C417F4FE01537C5BFA403B5AD08EED17962FF4A06DD7F0A374A03E6489CB004CC82C4B6A065C2AD5F0C633C2411AED74C3A451E029516D0D9C0843A5AA1D538A80518D30DC39CE0813AD168F71ED68763BB630FEDD760796FCFB9A2D5850773E23D055CEE90AD0CB0B3ECCDB2640DD277259A61DC3253F8DC9BAF4C3BB1BA411F4E47217AA3032136CCB0E78FD6D80B6715AD296CB86B604A8E1545B59BB7CB86E4CCB39D460B9F0C2364698D64BC99BDA7AAB1553A6960DBA67695334AF878E734971C9B1C012970AB798125C529A55CF2946BF6BFEDABD4DDBBC8FBABA396B62B9CD15ACFBA3DF77D6FF6D671AA968451E96E4D972E2197E8DCFF0BBA095A8EA5C98DFD72186F2C1A6555B5977630CDDEFA75214E4444EFF004FC62B4370020000');
INSERT INTO "detail" VALUES(11,'[{"name":"lines","cells":0,"seconds":0.001,"counts":{"line_solves":3}}]','{"effort":null,"word":null,"technique":null,"steps":{"trivial":1,"overlap":0,"line":0,"chain":0,"trial":0,"counting":0,"clue-set":0},"openings":[3],"end":"contradiction","unknown":1,"reason":null,"looking":null,"judge":{"difficulty":null,"tedium":null,"steps":null,"reason":"there is no solution"},"guesses":{"solutions":1,"worst_guesses":0,"best_guesses":0,"rating":3,"reason":null}}',NULL,X'1F8B08000000000002034D51CB6EE42010BCE72B46CCD5B178F8817DC92139EE1FAC575103CD188D072C8C1325D1FCFB62CF281A2450515D2D5575FF101BE20512E9890F3E2C909E35C6E4ACD3909014E403E3E282273D2BC8BC7E7F4FF820BD11073EF84F67D2B88111DD694C1B52A0CFA718566F0E47BB9FC1EB30857838D2FD0C3E86CF65F0AC6783E7DB93CBEBC52FF7DFCECFD1F98466F02FC77C5F069F3D2D23F0BAC93EDABAD3026A89B455D0B51C3BCA511BDE49CB19725B77C0652B9564561A2A4C8DD632DED60D54BA36486FF98CD3F7FC5BE0257B4839F142FABFFF8A7D3CEB04A4FF2198FD19E74F591BA2C1F8381D9E3144076AC2DCD814444FB02E1B66E2C1B06CA910A612BCEA04D352B58D6CC0364CA0C6A6AB9856AD400EB49615B5AAAD580532135C58AA4035865C0BA2A6A0CFBB0DBF4E53DE4A0CC16EFE7E3769E23A6F4912CE9B81DC730183EFEA6B53DD779765B46425BD25CE3932F10A6FEE15FE1C5859972217E6AF3406FF7C53B3B22B0D7E704EAED727FAF41FD7428A6539020000');
INSERT INTO "detail" VALUES(12,'[{"name":"lines","cells":25,"seconds":0.001,"counts":{"line_solves":18}}]',NULL,NULL,NULL);
CREATE TABLE place(
  id INTEGER PRIMARY KEY,
  puzzle INTEGER REFERENCES puzzle(id),
  source INTEGER NOT NULL REFERENCES source(id),
  number INTEGER NOT NULL DEFAULT 0,
  member TEXT NOT NULL DEFAULT '',
  format TEXT,
  title TEXT,
  author TEXT,
  licence TEXT,
  meta TEXT,
  faults TEXT,
  fits INTEGER,
  goal BLOB);
INSERT INTO "place" VALUES(1,1,1,0,'','non','Heart','nonosat','MIT',NULL,NULL,1,X'78016360640042380031191880420C0000FD0011');
INSERT INTO "place" VALUES(2,1,2,0,'','non','Heart','nonosat','MIT',NULL,NULL,1,X'78016360640042380031191880420C0000FD0011');
INSERT INTO "place" VALUES(3,2,3,1,'','json','Heart','nonosat','MIT',NULL,NULL,NULL,NULL);
INSERT INTO "place" VALUES(4,3,3,2,'','json','two
lines; "quoted"',NULL,'CC0',NULL,NULL,NULL,NULL);
INSERT INTO "place" VALUES(5,4,3,3,'','json',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "place" VALUES(6,5,3,4,'','json','漢字 é','@home',NULL,'{"colors":[["black","#"],["red","r"]]}',NULL,NULL,NULL);
INSERT INTO "place" VALUES(7,6,3,5,'','json',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "place" VALUES(8,7,3,6,'','json','Printed',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "place" VALUES(9,3,4,0,'',NULL,'two
lines; "quoted"',NULL,'CC0',NULL,NULL,NULL,NULL);
INSERT INTO "place" VALUES(10,NULL,3,9,'','json',NULL,NULL,NULL,NULL,'["[8].rows: a list is needed, this is 3"]',NULL,NULL);
CREATE TABLE puzzle(
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL,
  shape TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  colors INTEGER NOT NULL,
  partial INTEGER NOT NULL,
  printed INTEGER NOT NULL,
  density REAL,
  first INTEGER REFERENCES place(id),
  places INTEGER NOT NULL DEFAULT 0,
  latest INTEGER REFERENCES result(id),
  content BLOB NOT NULL);
INSERT INTO "puzzle" VALUES(1,'040fcce8bd8ac40b1bffc9115e6c429238690ab74382149d16f94bb576a1ea49','87890e8e3f3dd9c895f86c9316df6f3a',5,5,1,0,0,0.64,1,2,7,X'7801CBCBCFCB2F4E2CD12D28ADAACA495530E42ACF4C29C95030E5CA48CD4CCF280132921293B3D38BF24BF3521494D3C0802B393F27BF4841D9000CB88AF2CB8BB90CAD0C158098CB148A8D8134880F545A9A9B57CC6504649B2061101F007D802216');
INSERT INTO "puzzle" VALUES(2,'53de3ad911190b22167d4aaa4ace42d4322bafed59542274594ba4b9dd13c6d1','87890e8e3f3dd9c895f86c9316df6f3a',5,5,1,0,0,0.64,3,1,2,X'7801CBCBCFCB2F4E2CD12D28ADAACA495530E42ACF4C29C95030E5CA48CD4CCF280132921293B3D38BF24BF3521494D3C0802B393F27BF4841D9000CB88AF2CB8BB98CAC0CB94C9030880F54569A9B57CC6508641B03B1291403F90A20310081142216');
INSERT INTO "puzzle" VALUES(3,'29e3beccb261b393f88159decfccecae17bb5ceec3192325a9c98eebdaf44885','4242c93c7eea08b2df6f9ab61b676b7f',2,2,1,0,0,0.5,4,2,8,X'7801CBCBCFCB2F4E2CD12D28ADAACA495530E42ACF4C29C95030E2CA48CD4CCF280132921293B3D38BF24BF3521494D3C0802B393F27BF4841D9000CB88AF2CB8BB90CAD0CC11828559A9B87E0030017301D5B');
INSERT INTO "puzzle" VALUES(4,'ccd57c23ddecca86ba4ff0ffd46cc49016501b23175b94acf84543814dca797a','3acdc63cdfc3789775c5297a7a7ee696',3,3,1,0,0,3.33333333333333314829e-01,5,1,9,X'7801CBCBCFCB2F4E2CD12D28ADAACA495530E42ACF4C29C95030E6CA48CD4CCF280132921293B3D38BF24BF3521494D3C0802B393F27BF4841D9000CB88AF2CB8BB90CAD0CB98C80581724599A9B07110189823000C5E11E3B');
INSERT INTO "puzzle" VALUES(5,'6b2a4688747f204a6cbeb726c8af10893a405c1683e2880ac875c4ee420259b5','acef055410dc4772ea068a9e3ac1348e',3,2,2,0,0,6.66666666666666629659e-01,6,1,10,X'7801558ACB0A80201045F7F31503AE83C676FE8D3D4CC966C294A0AF2F85169DCDE15C2E0BCB69737794FB8E0B125C61CE1E07F04B587D460DA39DB63549E119956BC0245112AABEF195733521C97502194232FAB57E4DF55276FEEDF5030F06152432');
INSERT INTO "puzzle" VALUES(6,'cc9066313b20d79ca57b20d781c962c68a92804379956c58c962d1ede9df175f','191fcd34f6d72757b6fd8f061a13b4a4',2,2,1,1,0,NULL,7,1,NULL,X'7801CBCBCFCB2F4E2CD12D28ADAACA495530E42ACF4C29C95030E2CA48CD4CCF280132921293B3D38BF24BF3521494D3C0802B393F27BF4841D9000CB88AF2CB8BB9ECB90CAD0C4112A5B979C560B63D1700A5111CA1');
INSERT INTO "puzzle" VALUES(7,'759c3a58e07ba972e902ecd298f21e2f59a2878b81f8d03d5eff12756a4c5de0','1faef42b740a885fd5872850d91dcaf4',2,2,1,0,1,0.75,8,1,11,X'78011D893B0AC0201044FB3D85601D8829D37816A346256657FC2078FA181F0CF39841422AAA6EA98D112D3BA00753FD6C6F83F375CAA5F4E33235348CDF0BD0142933BE2F20532F204E01C7CCBCDA8B65F9BFA51CB05A03928394F001D7712152');
CREATE TABLE question(
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  text TEXT NOT NULL,
  preset TEXT NOT NULL,
  version TEXT NOT NULL,
  round INTEGER NOT NULL DEFAULT 0);
INSERT INTO "question" VALUES(1,'67a436b0d92771e16c3346904e8ad1a02282c3c6c96e3e395d1b88f514b46125','{"backbone":false,"backend":"duo","certificates":false,"conflict_limit":null,"encoding":"order","given":null,"graph_search":null,"jobs":1,"memory_limit":null,"rate":false,"seed":0,"stages":["lines","probe","beliefs","counting","sat"],"time_limit":null,"version":"0.1.0","want":2}','fast','0.1.0',1);
INSERT INTO "question" VALUES(2,'8a1d818b280829b16f51895da7971e4cdeb9f4ac26e8f94bf90d994d5d221bbf','{"backbone":false,"backend":"duo","certificates":true,"conflict_limit":null,"encoding":"order","given":null,"graph_search":null,"jobs":1,"memory_limit":null,"rate":true,"seed":0,"stages":["lines","probe","beliefs","counting","sat"],"time_limit":5.0,"version":"0.1.0","want":2}','fast','0.1.0',2);
CREATE TABLE result(
  id INTEGER PRIMARY KEY,
  puzzle INTEGER NOT NULL REFERENCES puzzle(id),
  question INTEGER NOT NULL REFERENCES question(id),
  round INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK(verdict IN ('unique', 'multiple', 'none', 'unknown')),
  reason TEXT,
  goal TEXT,
  stage TEXT,
  seconds REAL NOT NULL,
  cpu REAL,
  known INTEGER,
  effort REAL,
  technique TEXT);
INSERT INTO "result" VALUES(1,1,1,1,'unique',NULL,'only','lines',0.001,0.002,25,NULL,NULL);
INSERT INTO "result" VALUES(2,2,1,1,'unique',NULL,NULL,'lines',0.002,NULL,25,NULL,NULL);
INSERT INTO "result" VALUES(3,3,1,1,'multiple',NULL,NULL,'sat',0.003,0.006,0,NULL,NULL);
INSERT INTO "result" VALUES(4,4,1,1,'multiple',NULL,NULL,'sat',0.004,NULL,5,NULL,NULL);
INSERT INTO "result" VALUES(5,5,1,1,'unique',NULL,NULL,'lines',0.005,0.01,6,NULL,NULL);
INSERT INTO "result" VALUES(6,7,1,1,'none',NULL,NULL,'lines',0.007,0.014,1,NULL,NULL);
INSERT INTO "result" VALUES(7,1,2,2,'unique',NULL,'only','lines',0.001,0.002,25,1.585,'overlap');
INSERT INTO "result" VALUES(8,3,2,2,'multiple',NULL,NULL,'sat',0.003,0.006,0,2.322,NULL);
INSERT INTO "result" VALUES(9,4,2,2,'multiple',NULL,NULL,'sat',0.004,NULL,5,2.585,'overlap');
INSERT INTO "result" VALUES(10,5,2,2,'unique',NULL,NULL,'lines',0.005,0.01,6,2.322,'line');
INSERT INTO "result" VALUES(11,7,2,2,'none',NULL,NULL,'lines',0.007,0.014,1,NULL,NULL);
INSERT INTO "result" VALUES(12,2,2,2,'unknown','time',NULL,'lines',0.002,NULL,25,NULL,NULL);
CREATE TABLE source(
  id INTEGER PRIMARY KEY,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  is_file INTEGER NOT NULL,
  done INTEGER NOT NULL,
  current INTEGER NOT NULL,
  version TEXT NOT NULL,
  added TEXT NOT NULL);
INSERT INTO "source" VALUES(1,'heart.non','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',127,1,1,1,'0.1.0','2026-11-20T10:00:00.000000+00:00');
INSERT INTO "source" VALUES(2,'heart.non','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',130,1,1,0,'0.1.0','2026-11-20T10:01:00.000000+00:00');
INSERT INTO "source" VALUES(3,'pack.json','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc',900,1,1,1,'0.1.0','2026-11-20T10:02:00.000000+00:00');
INSERT INTO "source" VALUES(4,'<text>','dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd',5,0,1,1,'0.1.0','2026-11-20T10:03:00.000000+00:00');
CREATE UNIQUE INDEX puzzle_sha256 ON puzzle(sha256);
CREATE INDEX puzzle_shape ON puzzle(shape);
CREATE UNIQUE INDEX source_once ON source(file, sha256);
CREATE UNIQUE INDEX place_once ON place(source, number, member, ifnull(puzzle, 0));
CREATE INDEX place_puzzle ON place(puzzle);
CREATE INDEX place_wrong ON place(puzzle) WHERE fits = 0;
CREATE INDEX place_faults ON place(source) WHERE puzzle IS NULL;
CREATE TRIGGER place_added AFTER INSERT ON place WHEN new.puzzle IS NOT NULL BEGIN
  UPDATE puzzle SET places = places + 1, first = ifnull(first, new.id) WHERE id = new.puzzle;
END;
CREATE UNIQUE INDEX question_key ON question(key);
CREATE UNIQUE INDEX result_once ON result(puzzle, question);
CREATE UNIQUE INDEX attempt_once ON attempt(puzzle, question, begun, end);
CREATE INDEX attempt_failed ON attempt(puzzle, question) WHERE end <> 'done';
CREATE VIEW puzzles AS
  SELECT puzzle.id, puzzle.sha256, shape, width, height, width * height AS cells, colors, partial,
    printed, density, source.file, place.number, place.member, place.title, place.author,
    place.licence, places, result.verdict, result.reason, result.goal, result.stage,
    result.seconds, result.cpu, result.known, result.effort, result.technique, question.preset
  FROM puzzle
  LEFT JOIN place ON place.id = puzzle.first
  LEFT JOIN source ON source.id = place.source
  LEFT JOIN result ON result.id = puzzle.latest
  LEFT JOIN question ON question.id = result.question;
CREATE VIEW faults AS
  SELECT source.file, place.number, place.member, place.format, place.faults, source.added
  FROM place JOIN source ON source.id = place.source
  WHERE place.puzzle IS NULL AND source.current;
COMMIT;
