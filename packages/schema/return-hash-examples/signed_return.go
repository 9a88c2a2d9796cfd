// go run signed_return.go KEY NAME VALUE [NAME VALUE …]
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"sort"
	"strings"
)

func encode(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

func signedReturn(parameters map[string]string, key string) string {
	encoded := map[string]string{}
	names := []string{}
	for name, value := range parameters {
		encoded[encode(name)] = encode(value)
		names = append(names, encode(name))
	}
	sort.Strings(names)
	pairs := []string{}
	for _, name := range names {
		pairs = append(pairs, name+"="+encoded[name])
	}
	text := strings.Join(pairs, "&")
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(text))
	return text + "&hash=" + hex.EncodeToString(mac.Sum(nil))
}

func main() {
	parameters := map[string]string{}
	for at := 2; at+1 < len(os.Args); at += 2 {
		parameters[os.Args[at]] = os.Args[at+1]
	}
	fmt.Println(signedReturn(parameters, os.Args[1]))
}
